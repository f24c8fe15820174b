"""Stones that can be heard: off until asked for, then one touch for every disc and pebble."""

import pytest
from playwright.sync_api import expect

from .visitor import Visitor

# Everything that goes to the loudspeakers passes an ear first.
EARS = """(() => {
  window.ears = [];
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...more) {
    if (to instanceof AudioDestinationNode) {
      const ear = new AnalyserNode(this.context, {fftSize: 32768});
      connect.call(this, ear);
      ears.push(ear);
    }
    return connect.call(this, to, ...more);
  };
  window.loudness = () => Math.max(0, ...ears.map((ear) => {
    const samples = new Float32Array(ear.fftSize);
    ear.getFloatTimeDomainData(samples);
    return Math.max(...samples.map(Math.abs));
  }));
})()"""


def touches(visitor: Visitor) -> int:
    """How many touches were sounded so far."""
    found: int = visitor.page.evaluate("ears.length")
    return found


@pytest.mark.parametrize("game", ["othello", "kalah"])
def test_moves_are_silent_until_sound_is_asked_for(visitor: Visitor, game: str) -> None:
    visitor.page.add_init_script(EARS)
    visitor.start(game, "here")
    visitor.play()
    assert touches(visitor) == 0
    visitor.button("Sound").click()
    expect(visitor.button("Sound")).to_have_attribute("aria-pressed", "true")
    visitor.cell(visitor.settle()["view"]["legal"][0]).click()
    visitor.page.wait_for_function("() => loudness() > 0.01")
    visitor.settle()
    heard = touches(visitor)
    assert heard >= 2  # a disc and what it flips; each pebble
    visitor.button("Sound").click()
    visitor.play()
    assert touches(visitor) == heard


def test_sound_stays_on_after_a_reload(visitor: Visitor) -> None:
    visitor.page.add_init_script(EARS)
    visitor.start("othello", "here")
    visitor.button("Sound").click()
    visitor.page.reload()
    expect(visitor.button("Sound")).to_have_attribute("aria-pressed", "true")
    visitor.play()
    assert touches(visitor) >= 2
