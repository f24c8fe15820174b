"""Whole games on a pseudo-terminal: questions, play, leaving and coming back."""

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Terminal, Turnstone, kept_game, kept_games, kept_id

Open = Callable[..., Terminal]
QUESTION = "Number (Enter: "
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def test_an_evening(terminal: Open, turnstone: Turnstone, tmp_path: Path) -> None:
    me = terminal("play")

    # A few numbered questions, the rules one key away.
    me.sees("Which game?")
    menu = me.sees(QUESTION)
    assert "1  Othello" in menu
    me.types("r")
    assert "Put a disc on an empty square" in me.sees("Which game?")
    me.sees(QUESTION)
    me.types("77")
    me.sees("Answer with a number from 1 to ")
    me.types("1")
    me.sees("What size?")
    me.types("5")
    me.sees("Size must be an even number from 4 to 16, not 5.")
    me.types("r")
    me.sees("Most discs win.")
    me.types("small")
    me.sees("Against whom?")
    me.types("2")

    # The game.
    me.sees("Reversi 4×4. Black: human, White: human.")
    me.sees("Black (X) 2, White (O) 2. Black (X) to move.")
    me.sees("Legal: b1 a2 d3 c4")
    for refused, why in [
        ("a1", "a1 flips nothing."),
        ("b2", "b2 is occupied."),
        ("z9", "'z9' is not a square of this board (a1 to d4)"),
        ("pass", "Black can move and may not pass."),
        ("undo", "There is nothing to take back."),
        ("redo", "There is nothing to play again."),
    ]:
        me.types(refused)
        me.sees(why)
    me.types("hint")
    me.sees("Hint: ")
    me.types("help")
    me.sees("save FILE")
    me.types("rules")
    me.sees("Whoever has no such move passes")
    me.types("d3")
    me.sees("Black plays d3 and flips c3.")
    me.sees("White> ")
    me.types("undo")
    me.sees("Black (X) 2, White (O) 2. Black (X) to move.")
    me.types("redo")
    me.sees("Black (X) 4, White (O) 1. White (O) to move.")
    me.types("d2")
    me.sees("White plays d2 and flips c2.")

    # Saved, left for a larger board, and loaded again.
    me.types(f"save {tmp_path}/my game.json")
    me.sees(f"Saved to {tmp_path}/my game.json")
    me.types("new")
    me.sees("The game before is kept: ")
    me.sees("New game (Enter: the same")
    me.types("6")
    me.sees("Reversi 6×6. Black: human, White: human.")
    me.sees("Black> ")
    me.types(f"load {tmp_path}/nothing.json")
    me.sees("nothing.json: No such file or directory.")
    me.types(f"load {tmp_path}/my game.json")
    me.sees("Reversi 4×4. Black: human, White: human.")
    me.sees("Black (X) 3, White (O) 3. Black (X) to move.")

    # On to the end: White must pass, and the empty squares go to Black.
    for move in ("d1", "d4"):
        me.types(move)
        me.sees(f"plays {move} and flips")
        me.sees("> ")
    me.types("b4")
    me.sees("Black plays b4 and flips c3.")
    me.sees("White cannot move. Black goes again.")
    me.sees("Black> ")
    me.types("a1")
    me.sees("Black wins 9-1; officially 15-1, by 14.")
    me.sees("Black's name for the score table (Enter: none)> ")
    me.types("Ada Lovelace")
    me.sees("Ada Lovelace is in the table")
    me.sees("White's name for the score table (Enter: none)> ")
    me.types("")

    # Another game, of the other family.
    me.sees("New game (Enter: the same")
    me.types("chess")
    me.sees("There is no game called 'chess'")
    me.types("kalah")
    me.sees("Kalah. South: human, North: human.")
    me.types("3")
    me.sees("South sows house 3 (4 seeds), banks 1. Again South's move.")
    me.sees("South> ")
    me.types("quit")
    me.sees("The game is kept: ")
    me.sees("Goodbye.")
    assert me.ends() == 0
    assert not COLOUR.search(me.raw)  # NO_COLOR

    (score,) = turnstone("scores", "--json").json["scores"]
    assert (score["name"], score["margin"], score["own"]) == ("Ada Lovelace", 14, 9)
    assert "1.  +14    9" in turnstone("scores").out


def test_a_game_against_a_bot_by_questions(terminal: Open) -> None:
    me = terminal("play")
    me.sees("Which game?")
    me.types("6")
    me.sees("Against whom?")  # Mancala has no size to ask for
    me.types("1")
    me.sees("Which bot?")
    bots = me.sees(QUESTION)
    assert "positional" not in bots  # it plays with discs only
    number = next(line.split()[0] for line in bots.splitlines() if line.split()[1:2] == ["greedy"])
    me.types(number)
    me.sees("Which side do you take?")
    me.types("2")
    me.sees("Relay Mancala. South: greedy, North: human.")
    me.sees("South sows ")
    me.sees("North> ")
    me.types("quit")
    me.sees("Goodbye.")
    assert me.ends() == 0


@pytest.mark.parametrize("answers", [[], [""], ["", "small"], ["", "", "1"], ["7", "1", "1"]])
def test_every_question_can_be_left(terminal: Open, answers: list[str]) -> None:
    me = terminal("play")
    for answer in answers:
        me.sees("> ")
        me.types(answer)
    me.sees("> ")
    me.types("q")
    me.sees("Goodbye.")
    assert me.ends() == 0


@pytest.mark.parametrize("how", ["ctrl-c", "end of input", "ctrl-c in the questions"])
def test_leaving_without_a_word_is_clean(terminal: Open, how: str) -> None:
    me = terminal("play") if "questions" in how else terminal("play", "small", "--white", "human")
    me.sees("> ")
    if how == "end of input":
        me.child.sendeof()
    else:
        me.child.sendintr()
    me.sees("Goodbye.")
    assert me.ends() == 0
    assert "Traceback" not in me.raw


@pytest.mark.parametrize("how", ["ctrl-c", "end of input"])
def test_the_game_is_kept_and_resume_goes_on(
    terminal: Open, data_directory: Path, how: str
) -> None:
    me = terminal("play", "small", "--players", "human,human")
    me.sees("Black> ")
    me.types("d3")
    me.sees("White> ")
    me.types("d2")
    me.sees("Black> ")
    if how == "ctrl-c":
        me.child.send("d1")  # half a line, never sent off
        me.sees("d1")
        me.child.sendintr()
    else:
        me.child.sendeof()
    me.sees("Goodbye.")
    assert me.ends() == 0
    assert "turnstone play --resume" in me.screen
    name = kept_id(me.screen)
    assert [str(move) for move in kept_game(data_directory).moves] == ["d3", "d2"]

    again = terminal("play", "--resume")
    again.sees("Reversi 4×4. Black: human, White: human.")
    again.sees("Black (X) 3, White (O) 3. Black (X) to move.")
    again.types("d1")
    again.sees("Black plays d1")
    again.types("quit")
    again.ends()
    assert kept_id(again.screen) == name


def test_ctrl_c_while_the_bot_thinks_keeps_the_game(terminal: Open, data_directory: Path) -> None:
    me = terminal("play", "othello", "--white", "minimax:depth=12")
    me.sees("Black> ")
    me.types("f5")
    me.sees("Black plays f5 and flips e5.")
    me.child.sendintr()
    me.sees("The game is kept: ")
    me.sees("Goodbye.")
    assert me.ends() == 0
    assert [str(move) for move in kept_game(data_directory).moves] == ["f5"]


@pytest.mark.parametrize("cut", ["Black plays", "White plays", "Black> "])
@pytest.mark.parametrize("moves", [1, 2, 3])
def test_kill_9_loses_no_move_that_was_shown(
    terminal: Open, data_directory: Path, cut: str, moves: int
) -> None:
    me = terminal("play", "large", "--players", "human,first")
    for number in range(moves):
        legal = me.sees("Black> ").partition("Legal: ")[2].split()
        me.types(legal[-1])
        if number < moves - 1:
            me.sees("White plays ")
    me.sees(cut)
    me.child.kill(signal.SIGKILL)
    me.child.wait()
    shown = re.findall(r"(?:Black|White) plays (\w\d)", me.screen)

    kept = [str(move) for move in kept_game(data_directory).moves]
    assert kept[: len(shown)] == shown
    assert len(kept) >= 2 * moves - (cut == "Black plays")

    again = terminal("play", "--resume")
    again.sees("Reversi 6×6. Black: human, White: first.")
    again.sees("Black> ")
    again.types("quit")
    assert again.ends() == 0
    (only,) = kept_games(data_directory)
    assert kept_id(again.screen) == only.id


# Colour


def test_colour_on_a_terminal(terminal: Open) -> None:
    me = terminal("play", "small", colour=True)
    me.sees("Black> ")
    assert COLOUR.search(me.raw)
    # Under the colours the board is the same.
    assert "   a b c d\n 1 . * . .\n 2 * O X .\n 3 . X O *\n 4 . . * .\n" in me.screen
    me.types("d3")
    me.sees("Black> ")
    mancala = terminal("play", "kalah", colour=True)
    mancala.sees("South> ")
    assert COLOUR.search(mancala.raw)


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"NO_COLOR": ""}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(terminal: Open, environment: dict[str, str]) -> None:
    me = terminal("play", "small", colour=True, **environment)
    me.sees("Black> ")
    me.types("a1")
    me.sees("a1 flips nothing.")
    assert not COLOUR.search(me.raw)


def test_no_colour_in_a_pipe(process: Turnstone) -> None:
    ran = process("play", "small", "--players", "first,first", TERM="xterm-256color")
    assert ran.code == 0
    assert "\x1b" not in ran.out


def test_a_progress_bar_on_a_terminal(terminal: Open) -> None:
    me = terminal("match", "random", "random", "--size", "4", "--games", "30", "--workers", "1")
    assert me.ends() == 0
    assert "/30" in me.screen
    assert "in 30 games, mean margin" in me.screen
