// Positions, moves and lists of moves as Python objects. They are the one thing here that nanobind
// does not make: see bind_positions.cpp. bind.cpp checks what comes in and calls these.
#pragma once

#include <Python.h>

#include "position.h"

namespace turnstone {

// A rule set ready to play: the kernel's view of it, and Python's, which positions hand out.
template <typename Game>
struct Board {
  PyObject_HEAD
  PyObject* variant;
  Game game;
};

template <typename Game>
struct Position {
  PyObject_HEAD
  Board<Game>* board;
  typename Game::State state;
};

// All of these return null with a Python exception set if something goes wrong.

// Makes the classes of a family, once: each is a subclass of the Python class given, which has
// everything that need not be quick.
template <typename Game>
bool derive_classes(PyObject* position, PyObject* move, PyObject* moves);

template <typename Game>
PyObject* new_board(PyObject* variant, const Game& game);

template <typename Game>
PyObject* new_position(Board<Game>* board, const typename Game::State& state);

// The object as what it should be, or null without an exception.
template <typename Game>
Board<Game>* as_board(PyObject* object);

template <typename Game>
Position<Game>* as_position(PyObject* object);

}  // namespace turnstone
