/** Short sounds, made here: nothing is loaded. */

export type Sound = "card" | "wagon" | "whistle" | "bell" | "drum" | "tick";

type Voice = (context: AudioContext, at: number) => void;

let context: AudioContext | undefined;

const VOICES: Readonly<Record<Sound, Voice>> = {
  card: (audio, at) => hiss(audio, at, 0.09, 2600, 0.12),
  wagon: (audio, at) => {
    knock(audio, at, 190, 0.14);
    knock(audio, at + 0.09, 150, 0.1);
  },
  whistle: (audio, at) => {
    tone(audio, at, 740, 0.42, 0.05, "triangle");
    tone(audio, at, 932, 0.42, 0.04, "triangle");
    tone(audio, at + 0.2, 1109, 0.3, 0.03, "sine");
  },
  bell: (audio, at) => {
    tone(audio, at, 1318, 0.5, 0.08, "sine");
    tone(audio, at, 2637, 0.3, 0.03, "sine");
  },
  drum: (audio, at) => {
    knock(audio, at, 90, 0.25);
    knock(audio, at + 0.16, 90, 0.22);
    knock(audio, at + 0.32, 110, 0.22);
  },
  tick: (audio, at) => knock(audio, at, 900, 0.04),
};

/** Play a sound; a browser that was not touched yet stays silent. */
export function play(sound: Sound): void {
  if (!("AudioContext" in window) || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  VOICES[sound](context, context.currentTime);
}

function tone(
  audio: AudioContext,
  at: number,
  pitch: number,
  lasts: number,
  loud: number,
  type: OscillatorType,
): void {
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.value = pitch;
  source.connect(fading(audio, at, lasts, loud));
  source.start(at);
  source.stop(at + lasts);
}

function knock(audio: AudioContext, at: number, pitch: number, loud: number): void {
  const source = audio.createOscillator();
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(pitch / 2, at + 0.1);
  source.connect(fading(audio, at, 0.12, loud));
  source.start(at);
  source.stop(at + 0.13);
}

function hiss(audio: AudioContext, at: number, lasts: number, pitch: number, loud: number): void {
  const length = Math.floor(audio.sampleRate * lasts);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(audio, at, lasts, loud));
  source.start(at);
}

function fading(audio: AudioContext, at: number, lasts: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(audio.destination);
  return gain;
}
