// Stone sounds, made and not played back: a click for a disc, a duller one for a pebble. Silent until
// asked for; browsers also want a person to have touched the page first.

export type Touch = "disc" | "flip" | "pebble" | "store";

interface Stone {
  /** The pitch it rings at, in hertz, and how long it rings, in seconds. */
  pitch: number;
  ring: number;
  /** How much of it is the knock itself, and how bright that is. */
  knock: number;
  bright: number;
  loud: number;
}

const STONES: Record<Touch, Stone> = {
  disc: { pitch: 1450, ring: 0.07, knock: 0.8, bright: 3200, loud: 0.34 },
  flip: { pitch: 1850, ring: 0.045, knock: 0.5, bright: 4200, loud: 0.13 },
  pebble: { pitch: 620, ring: 0.06, knock: 0.9, bright: 1300, loud: 0.26 },
  store: { pitch: 430, ring: 0.1, knock: 0.8, bright: 950, loud: 0.3 },
};

/** Touches closer than this sound as one: a ring of flips is one rattle, not a bang. */
const APART = 0.028;

export class Sounds {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;
  #last = -Infinity; // a fresh context begins at nought, and its first stone is to be heard
  #on = false;

  get on(): boolean {
    return this.#on;
  }

  turn(on: boolean): void {
    this.#on = on;
    if (on) void this.#wake()?.resume();
    else void this.#context?.suspend();
  }

  touch(kind: Touch): void {
    if (!this.#on) return;
    const context = this.#wake();
    if (!context || context.state !== "running") {
      void context?.resume();
      return;
    }
    const now = context.currentTime;
    if (now - this.#last < APART) return;
    this.#last = now;
    // No two stones are alike.
    this.#strike(context, STONES[kind], now, 0.94 + Math.random() * 0.12);
  }

  #strike(context: AudioContext, stone: Stone, now: number, vary: number): void {
    const out = context.createGain();
    out.gain.value = stone.loud;
    out.connect(context.destination);

    // The body rings at two pitches that are no chord, as stone does.
    for (const [ratio, part] of [[1, 0.6], [2.76, 0.22]] as const) {
      const body = context.createOscillator();
      const fade = context.createGain();
      body.frequency.setValueAtTime(stone.pitch * ratio * vary, now);
      body.frequency.exponentialRampToValueAtTime(stone.pitch * ratio * vary * 0.86, now + stone.ring);
      fade.gain.setValueAtTime(part, now);
      fade.gain.exponentialRampToValueAtTime(0.0008, now + stone.ring);
      body.connect(fade).connect(out);
      body.start(now);
      body.stop(now + stone.ring);
    }

    const knock = context.createBufferSource();
    knock.buffer = this.#hiss(context);
    const tone = context.createBiquadFilter();
    tone.type = "bandpass";
    tone.frequency.value = stone.bright * vary;
    tone.Q.value = 0.9;
    const fade = context.createGain();
    fade.gain.setValueAtTime(stone.knock, now);
    fade.gain.exponentialRampToValueAtTime(0.0008, now + 0.03);
    knock.connect(tone).connect(fade).connect(out);
    knock.start(now);
    knock.stop(now + 0.04);
  }

  #hiss(context: AudioContext): AudioBuffer {
    if (!this.#noise) {
      this.#noise = context.createBuffer(1, Math.ceil(context.sampleRate * 0.05), context.sampleRate);
      const samples = this.#noise.getChannelData(0);
      for (let index = 0; index < samples.length; index++) samples[index] = 2 * Math.random() - 1;
    }
    return this.#noise;
  }

  #wake(): AudioContext | null {
    // Before a first click or key a browser would only complain.
    if (!this.#context && navigator.userActivation?.hasBeenActive !== false) {
      if (typeof AudioContext === "function") this.#context = new AudioContext();
    }
    return this.#context;
  }
}

/** The page's own. `sounds.turn(true)` from a switch, `onTouch: (kind) => sounds.touch(kind)` on a board. */
export const sounds = new Sounds();
