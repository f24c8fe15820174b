// The objects a bot meets at every ply: a position, its list of legal moves, the move it picks.
//
// They are plain C API, because three of them are made for each ply and nanobind enters every
// instance in a table of its own, which would cost more than the rules. Each class is derived from
// a Python class that has the words, the pictures and the errors; here is only what must be quick:
// the facts, `legal_moves`, `play`, equality and hashing. Nothing is cached, so nothing changes
// after an object was made, and none can be part of a reference cycle: no garbage collection.
#include "bind_positions.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <type_traits>

namespace turnstone {
namespace {

template <typename Game>
struct Move {
  PyObject_HEAD
  Position<Game>* position;
  int place;
};

template <typename Game>
struct Moves {
  PyObject_HEAD
  Position<Game>* position;
  Legal legal;
};

template <typename Game>
struct Classes {
  static inline PyTypeObject* board = nullptr;
  static inline PyTypeObject* position = nullptr;
  static inline PyTypeObject* move = nullptr;
  static inline PyTypeObject* moves = nullptr;
};

template <typename T>
PyObject* plain(T* object) {
  return reinterpret_cast<PyObject*>(object);
}

// A new reference, so that it can be returned or stored.
template <typename T>
T* kept(T* object) {
  Py_INCREF(plain(object));
  return object;
}

template <typename T>
T* allocated(PyTypeObject* type) {
  return PyObject_New(T, type);
}

// Frees an object that owns one reference.
template <typename T, auto Member>
void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_DECREF(plain(reinterpret_cast<T*>(self)->*Member));
  PyObject_Free(self);
  Py_DECREF(plain(type));
}

PyObject* tuple_of(std::initializer_list<PyObject*> items) {
  PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(items.size()));
  Py_ssize_t index = 0;
  bool whole = tuple != nullptr;
  for (PyObject* item : items) {
    whole = whole && item != nullptr;
    if (tuple != nullptr) {
      PyTuple_SET_ITEM(tuple, index++, item);
    } else {
      Py_XDECREF(item);
    }
  }
  if (whole) return tuple;
  Py_XDECREF(tuple);
  return nullptr;
}

Py_hash_t hash_of(PyObject* owned) {
  if (owned == nullptr) return -1;
  const Py_hash_t hash = PyObject_Hash(owned);
  Py_DECREF(owned);
  return hash;
}

// --- What differs between the families: the facts of a position and how Python numbers a place.

constexpr std::array<const char*, 8> kDirections{"n", "ne", "e", "se", "s", "sw", "w", "nw"};
constexpr std::array<int, 8> kDown{-1, -1, 0, 1, 1, 1, 0, -1};
constexpr std::array<int, 8> kRight{0, 1, 1, 1, 0, -1, -1, -1};

long index_of(const ReversiGame& game, int square) { return square / 8 * game.size + square % 8; }
long index_of(const MancalaGame&, int house) { return house; }

PyObject* cells_text(const Position<ReversiGame>* self) {
  const ReversiGame& game = self->board->game;
  PyObject* text = PyUnicode_New(game.size * game.size, 127);
  if (text == nullptr) return nullptr;
  Py_UCS1* cell = PyUnicode_1BYTE_DATA(text);
  for (int row = 0; row < game.size; ++row) {
    for (int column = 0; column < game.size; ++column) {
      const std::uint64_t square = std::uint64_t{1} << (8 * row + column);
      *cell++ = self->state.discs[0] & square   ? 'X'
                : self->state.discs[1] & square ? 'O'
                : game.mask & square            ? '-'
                                                : '#';
    }
  }
  return text;
}

PyObject* pits_tuple(const Position<MancalaGame>* self) {
  const int count = self->board->game.rules.pits();
  PyObject* tuple = PyTuple_New(count);
  for (int pit = 0; tuple != nullptr && pit < count; ++pit) {
    PyTuple_SET_ITEM(tuple, pit, PyLong_FromLong(self->state.pits[static_cast<std::size_t>(pit)]));
  }
  return tuple;
}

// What two positions of one rule set must have in common to be equal, as the Python classes say.
PyObject* facts(const Position<ReversiGame>* self) {
  return tuple_of({cells_text(self), PyLong_FromLong(self->state.turn)});
}
PyObject* facts(const Position<MancalaGame>* self) {
  return tuple_of({pits_tuple(self), PyLong_FromLong(self->state.turn),
                   PyBool_FromLong(self->state.swap)});
}

// --- Moves. There are no others than those of `legal_moves`, so they need not be checked again.

template <typename Game>
Move<Game>* move_of(PyObject* self) {
  return reinterpret_cast<Move<Game>*>(self);
}

template <typename Game>
PyObject* new_move(Position<Game>* position, int place) {
  auto* move = allocated<Move<Game>>(Classes<Game>::move);
  if (move == nullptr) return nullptr;
  move->position = kept(position);
  move->place = place;
  return plain(move);
}

template <typename Game>
PyObject* move_position(PyObject* self, void*) {
  return plain(kept(move_of<Game>(self)->position));
}

template <typename Game>
PyObject* move_seat(PyObject* self, void*) {
  return PyLong_FromLong(move_of<Game>(self)->position->state.turn);
}

template <typename Game>
long index_of(const Move<Game>* move) {
  return move->place == kNowhere ? kNowhere
                                 : index_of(move->position->board->game, move->place);
}

template <typename Game>
PyObject* move_index(PyObject* self, void*) {
  const Move<Game>* move = move_of<Game>(self);
  if (move->place == kNowhere) Py_RETURN_NONE;
  return PyLong_FromLong(index_of(move));
}

PyObject* move_gain(PyObject* self, void*) {
  const Move<MancalaGame>* move = move_of<MancalaGame>(self);
  const MancalaState& state = move->position->state;
  const Mancala& rules = move->position->board->game.rules;
  const MancalaState after = rules.play(state, move->place);
  return PyLong_FromLong(rules.banked(after, state.turn) - rules.banked(state, state.turn));
}

template <typename Game>
PyObject* move_compare(PyObject* self, PyObject* other, int operation) {
  if (Py_TYPE(other) != Classes<Game>::move || (operation != Py_EQ && operation != Py_NE)) {
    Py_RETURN_NOTIMPLEMENTED;  // the Python class knows how to compare kinds
  }
  const auto *mine = move_of<Game>(self), *theirs = move_of<Game>(other);
  const bool equal = index_of(mine) == index_of(theirs) &&
                     mine->position->state.turn == theirs->position->state.turn;
  return PyBool_FromLong(equal == (operation == Py_EQ));
}

template <typename Game>
Py_hash_t move_hash(PyObject* self) {
  return hash_of(tuple_of({move_index<Game>(self, nullptr), move_seat<Game>(self, nullptr)}));
}

// --- Lists of moves

template <typename Game>
Moves<Game>* moves_of(PyObject* self) {
  return reinterpret_cast<Moves<Game>*>(self);
}

template <typename Game>
Py_ssize_t moves_length(PyObject* self) {
  return moves_of<Game>(self)->legal.count();
}

template <typename Game>
PyObject* moves_item(PyObject* self, Py_ssize_t index) {
  const Moves<Game>* moves = moves_of<Game>(self);
  if (index < 0 || index >= moves->legal.count()) {
    PyErr_SetString(PyExc_IndexError, "there are not so many moves");
    return nullptr;
  }
  return new_move(moves->position, moves->legal[static_cast<int>(index)]);
}

template <typename Game>
PyObject* moves_subscript(PyObject* self, PyObject* key) {
  const Py_ssize_t length = moves_length<Game>(self);
  if (PyIndex_Check(key)) {
    Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) return nullptr;
    return moves_item<Game>(self, index < 0 ? index + length : index);
  }
  PyObject* all = PySequence_Tuple(self);  // a slice, or an error that a tuple words as well
  if (all == nullptr) return nullptr;
  PyObject* some = PyObject_GetItem(all, key);
  Py_DECREF(all);
  return some;
}

// --- Positions

template <typename Game>
Position<Game>* position_of(PyObject* self) {
  return reinterpret_cast<Position<Game>*>(self);
}

template <typename Game>
PyObject* variant(PyObject* self, void*) {
  return kept(position_of<Game>(self)->board->variant);
}

template <typename Game>
PyObject* turn(PyObject* self, void*) {
  return PyLong_FromLong(position_of<Game>(self)->state.turn);
}

template <typename Game>
PyObject* legal_moves(PyObject* self, void*) {
  auto* position = position_of<Game>(self);
  auto* moves = allocated<Moves<Game>>(Classes<Game>::moves);
  if (moves == nullptr) return nullptr;
  moves->position = kept(position);
  moves->legal = position->board->game.legal(position->state);
  return plain(moves);
}

template <typename Game>
PyObject* outcome(PyObject* self, void*) {
  const auto* position = position_of<Game>(self);
  if (position->board->game.legal(position->state).count() != 0) Py_RETURN_NONE;
  return PyObject_CallMethod(self, "_counted", nullptr);
}

// The first line is how Python tells a signature.
constexpr const char* kPlayDoc =
    "play($self, move, /)\n--\n\nThe position after a move, given as a move or its text.";

template <typename Game>
PyObject* play(PyObject* self, PyObject* given) {
  auto* position = position_of<Game>(self);
  const Game& game = position->board->game;
  if (Py_TYPE(given) == Classes<Game>::move && move_of<Game>(given)->position == position) {
    return new_position(position->board, game.play(position->state, move_of<Game>(given)->place));
  }
  // A text, or a move of another position: Python reads it, or says what is wrong with it.
  PyObject* text = PyObject_Str(given);
  PyObject* read = text == nullptr ? nullptr : PyObject_CallMethod(self, "move", "N", text);
  if (read == nullptr) return nullptr;
  if (Py_TYPE(read) != Classes<Game>::move) {
    Py_DECREF(read);
    PyErr_SetString(PyExc_TypeError, "move() did not return a move of the kernel");
    return nullptr;
  }
  const int place = move_of<Game>(read)->place;
  Py_DECREF(read);
  return new_position(position->board, game.play(position->state, place));
}

template <typename Game>
PyObject* compare(PyObject* self, PyObject* other, int operation) {
  if (Py_TYPE(other) != Classes<Game>::position || (operation != Py_EQ && operation != Py_NE)) {
    Py_RETURN_NOTIMPLEMENTED;
  }
  const auto *mine = position_of<Game>(self), *theirs = position_of<Game>(other);
  bool equal = mine->state == theirs->state;
  if (equal && mine->board != theirs->board) {
    const int same = PyObject_RichCompareBool(mine->board->variant, theirs->board->variant, Py_EQ);
    if (same < 0) return nullptr;
    equal = same != 0;
  }
  return PyBool_FromLong(equal == (operation == Py_EQ));
}

template <typename Game>
Py_hash_t hash(PyObject* self) {
  return hash_of(facts(position_of<Game>(self)));
}

PyObject* get_cells(PyObject* self, void*) { return cells_text(position_of<ReversiGame>(self)); }

PyObject* get_pits(PyObject* self, void*) { return pits_tuple(position_of<MancalaGame>(self)); }

PyObject* get_swap(PyObject* self, void*) {
  return PyBool_FromLong(position_of<MancalaGame>(self)->state.swap);
}

PyObject* discs_counted(PyObject* self, void*) {
  const auto& discs = position_of<ReversiGame>(self)->state.discs;
  return tuple_of({PyLong_FromLong(std::popcount(discs[0])),
                   PyLong_FromLong(std::popcount(discs[1]))});
}

// The squares that flip from `square` in one direction, nearest first, as Python numbers them.
PyObject* run(const ReversiGame& game, std::uint64_t own, std::uint64_t other, int square,
              std::size_t direction) {
  std::array<long, 8> found{};
  std::size_t length = 0;
  int row = square / 8 + kDown[direction];
  int column = square % 8 + kRight[direction];
  for (; row >= 0 && row < 8 && column >= 0 && column < 8;
       row += kDown[direction], column += kRight[direction]) {
    const std::uint64_t bit = std::uint64_t{1} << (8 * row + column);
    if (!(other & bit)) {
      if (!(own & bit)) length = 0;
      break;
    }
    found[length++] = index_of(game, 8 * row + column);
  }
  if (row < 0 || row > 7 || column < 0 || column > 7) length = 0;
  PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(length));
  for (std::size_t i = 0; tuple != nullptr && i < length; ++i) {
    PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), PyLong_FromLong(found[i]));
  }
  return tuple;
}

PyObject* runs(PyObject* self, PyObject* args) {
  const auto* position = position_of<ReversiGame>(self);
  const ReversiGame& game = position->board->game;
  int index = 0, disc = 0;
  if (!PyArg_ParseTuple(args, "iC", &index, &disc)) return nullptr;
  if (index < 0 || index >= game.size * game.size || (disc != 'X' && disc != 'O')) {
    PyErr_SetString(PyExc_ValueError, "runs takes a square of this board and X or O");
    return nullptr;
  }
  const int square = index / game.size * 8 + index % game.size;
  const auto& discs = position->state.discs;
  const std::size_t seat = disc == 'X' ? 0 : 1;
  PyObject* found = PyList_New(0);
  for (std::size_t direction = 0; found != nullptr && direction < 8; ++direction) {
    PyObject* flipped = run(game, discs[seat], discs[1 - seat], square, direction);
    if (flipped != nullptr && PyTuple_GET_SIZE(flipped) == 0) {
      Py_DECREF(flipped);
      continue;
    }
    PyObject* pair = tuple_of({PyUnicode_InternFromString(kDirections[direction]), flipped});
    if (pair == nullptr || PyList_Append(found, pair) < 0) Py_CLEAR(found);
    Py_XDECREF(pair);
  }
  return found;
}

// --- The classes

template <typename Function>
void* slot(Function* function) {
  return reinterpret_cast<void*>(function);
}

// Every Python class is collected, and its subclasses with it unless they bring a traverse function
// of their own. This one is never called: it is there to keep the flag from being inherited.
int uncollected(PyObject*, visitproc, void*) { return 0; }

// A class of the C API on top of a Python class, or of nothing.
template <typename T>
PyTypeObject* derived(const char* name, PyObject* base, PyType_Slot* slots) {
  PyType_Spec spec{name, static_cast<int>(sizeof(T)), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  return reinterpret_cast<PyTypeObject*>(PyType_FromSpecWithBases(&spec, base));
}

template <typename Game>
struct Family;

template <>
struct Family<ReversiGame> {
  static constexpr const char* board = "turnstone.rules.native.ReversiBoard";
  static constexpr const char* position = "turnstone.rules.native.NativeReversi";
  static constexpr const char* move = "turnstone.rules.native.NativeReversiMove";
  static constexpr const char* moves = "turnstone.rules.native.NativeReversiMoves";
  static inline std::array<PyGetSetDef, 8> facts{{
      {"variant", variant<ReversiGame>, nullptr, nullptr, nullptr},
      {"cells", get_cells, nullptr, nullptr, nullptr},
      {"phase", turn<ReversiGame>, nullptr, nullptr, nullptr},  // two seats that take turns
      {"turn", turn<ReversiGame>, nullptr, nullptr, nullptr},
      {"scores", discs_counted, nullptr, nullptr, nullptr},
      {"legal_moves", legal_moves<ReversiGame>, nullptr, nullptr, nullptr},
      {"outcome", outcome<ReversiGame>, nullptr, nullptr, nullptr},
      {},
  }};
  static inline std::array<PyMethodDef, 3> methods{{
      {"play", play<ReversiGame>, METH_O, kPlayDoc},
      {"runs", runs, METH_VARARGS, nullptr},
      {},
  }};
  static inline std::array<PyGetSetDef, 4> move_facts{{
      {"position", move_position<ReversiGame>, nullptr, nullptr, nullptr},
      {"seat", move_seat<ReversiGame>, nullptr, nullptr, nullptr},
      {"index", move_index<ReversiGame>, nullptr, nullptr, nullptr},
      {},
  }};
};

template <>
struct Family<MancalaGame> {
  static constexpr const char* board = "turnstone.rules.native.MancalaBoard";
  static constexpr const char* position = "turnstone.rules.native.NativeMancala";
  static constexpr const char* move = "turnstone.rules.native.NativeMancalaMove";
  static constexpr const char* moves = "turnstone.rules.native.NativeMancalaMoves";
  static inline std::array<PyGetSetDef, 7> facts{{
      {"variant", variant<MancalaGame>, nullptr, nullptr, nullptr},
      {"pits", get_pits, nullptr, nullptr, nullptr},
      {"turn", turn<MancalaGame>, nullptr, nullptr, nullptr},
      {"swap", get_swap, nullptr, nullptr, nullptr},
      {"legal_moves", legal_moves<MancalaGame>, nullptr, nullptr, nullptr},
      {"outcome", outcome<MancalaGame>, nullptr, nullptr, nullptr},
      {},
  }};
  static inline std::array<PyMethodDef, 2> methods{{
      {"play", play<MancalaGame>, METH_O, kPlayDoc},
      {},
  }};
  static inline std::array<PyGetSetDef, 5> move_facts{{
      {"position", move_position<MancalaGame>, nullptr, nullptr, nullptr},
      {"seat", move_seat<MancalaGame>, nullptr, nullptr, nullptr},
      {"house", move_index<MancalaGame>, nullptr, nullptr, nullptr},
      {"gain", move_gain, nullptr, nullptr, nullptr},
      {},
  }};
};

}  // namespace

template <typename Game>
bool derive_classes(PyObject* position, PyObject* move, PyObject* moves) {
  using Names = Family<Game>;
  using Kind = Classes<Game>;
  if (Kind::board != nullptr) {
    PyErr_SetString(PyExc_RuntimeError, "the classes are there already");
    return false;
  }
  std::array<PyType_Slot, 2> for_board{{
      {Py_tp_dealloc, slot(dealloc<Board<Game>, &Board<Game>::variant>)},
      {},
  }};
  std::array<PyType_Slot, 7> for_position{{
      {Py_tp_traverse, slot(uncollected)},
      {Py_tp_dealloc, slot(dealloc<Position<Game>, &Position<Game>::board>)},
      {Py_tp_getset, Names::facts.data()},
      {Py_tp_methods, Names::methods.data()},
      {Py_tp_richcompare, slot(compare<Game>)},
      {Py_tp_hash, slot(hash<Game>)},
      {},
  }};
  std::array<PyType_Slot, 6> for_move{{
      {Py_tp_traverse, slot(uncollected)},
      {Py_tp_dealloc, slot(dealloc<Move<Game>, &Move<Game>::position>)},
      {Py_tp_getset, Names::move_facts.data()},
      {Py_tp_richcompare, slot(move_compare<Game>)},
      {Py_tp_hash, slot(move_hash<Game>)},
      {},
  }};
  std::array<PyType_Slot, 7> for_moves{{
      {Py_tp_traverse, slot(uncollected)},
      {Py_tp_dealloc, slot(dealloc<Moves<Game>, &Moves<Game>::position>)},
      {Py_tp_iter, slot(PySeqIter_New)},
      {Py_sq_length, slot(moves_length<Game>)},
      {Py_sq_item, slot(moves_item<Game>)},
      {Py_mp_subscript, slot(moves_subscript<Game>)},
      {},
  }};
  Kind::board = derived<Board<Game>>(Names::board, nullptr, for_board.data());
  Kind::position = derived<Position<Game>>(Names::position, position, for_position.data());
  Kind::move = derived<Move<Game>>(Names::move, move, for_move.data());
  Kind::moves = derived<Moves<Game>>(Names::moves, moves, for_moves.data());
  return Kind::board && Kind::position && Kind::move && Kind::moves;
}

template <typename Game>
PyObject* new_board(PyObject* variant, const Game& game) {
  static_assert(std::is_trivially_destructible_v<Game>);  // nothing to do in dealloc
  if (Classes<Game>::board == nullptr) {
    PyErr_SetString(PyExc_RuntimeError, "derive the classes first");
    return nullptr;
  }
  auto* board = allocated<Board<Game>>(Classes<Game>::board);
  if (board == nullptr) return nullptr;
  board->variant = kept(variant);
  new (&board->game) Game(game);
  return plain(board);
}

template <typename Game>
PyObject* new_position(Board<Game>* board, const typename Game::State& state) {
  auto* position = allocated<Position<Game>>(Classes<Game>::position);
  if (position == nullptr) return nullptr;
  position->board = kept(board);
  position->state = state;
  return plain(position);
}

template <typename Game>
Board<Game>* as_board(PyObject* object) {
  const bool is_one = Py_TYPE(object) == Classes<Game>::board;
  return is_one ? reinterpret_cast<Board<Game>*>(object) : nullptr;
}

template <typename Game>
Position<Game>* as_position(PyObject* object) {
  return Py_TYPE(object) == Classes<Game>::position ? position_of<Game>(object) : nullptr;
}

template bool derive_classes<ReversiGame>(PyObject*, PyObject*, PyObject*);
template bool derive_classes<MancalaGame>(PyObject*, PyObject*, PyObject*);
template PyObject* new_board(PyObject*, const ReversiGame&);
template PyObject* new_board(PyObject*, const MancalaGame&);
template PyObject* new_position(Board<ReversiGame>*, const ReversiState&);
template PyObject* new_position(Board<MancalaGame>*, const MancalaState&);
template Board<ReversiGame>* as_board(PyObject*);
template Board<MancalaGame>* as_board(PyObject*);
template Position<ReversiGame>* as_position(PyObject*);
template Position<MancalaGame>* as_position(PyObject*);

}  // namespace turnstone
