// Sounds are made here, short and quiet, and only if somebody asked for them. No files.

import type { SoundName } from "./board";

interface Recipe {
  /** filtered noise: centre in Hz, narrowness, seconds, loudness */
  noise?: [number, number, number, number][];
  /** a bell or a knock: Hz, seconds, loudness */
  tone?: [number, number, number][];
  /** seconds between the parts */
  apart?: number;
}

const RECIPES: Record<SoundName, Recipe> = {
  paper: { noise: [[3200, 0.7, 0.11, 0.16]] },
  tile: { noise: [[2100, 3, 0.04, 0.5]], tone: [[420, 0.06, 0.25]] },
  stone: { noise: [[1400, 4, 0.05, 0.45]], tone: [[250, 0.07, 0.2]] },
  dice: { noise: [[2600, 4, 0.03, 0.3], [2200, 4, 0.03, 0.3], [2900, 4, 0.04, 0.25]], apart: 0.045 },
  slice: { noise: [[5200, 1.2, 0.13, 0.22]] },
  turn: { tone: [[880, 0.14, 0.14], [1320, 0.14, 0.07]] },
  end: { tone: [[196, 0.15, 0.3], [294, 0.15, 0.16]] },
  chirp: { tone: [[2400, 0.05, 0.12], [2900, 0.05, 0.12], [2500, 0.05, 0.1]], apart: 0.045 },
};

let context: AudioContext | null = null;

export function play(name: SoundName): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const { noise = [], tone = [], apart = 0 } = RECIPES[name];
  noise.forEach((part, k) => hiss(context!, context!.currentTime + k * apart, ...part));
  tone.forEach((part, k) => ring(context!, context!.currentTime + k * apart, ...part));
}

function fading(audio: AudioContext, at: number, seconds: number, loudness: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

function hiss(audio: AudioContext, at: number, hertz: number, narrow: number, seconds: number, loudness: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k++) samples[k] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: hertz, Q: narrow });
  source.connect(filter).connect(fading(audio, at, seconds, loudness));
  source.start(at);
}

function ring(audio: AudioContext, at: number, hertz: number, seconds: number, loudness: number): void {
  const source = new OscillatorNode(audio, { type: "sine", frequency: hertz });
  source.connect(fading(audio, at, seconds, loudness));
  source.start(at);
  source.stop(at + seconds);
}
