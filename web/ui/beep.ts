/** Short sounds for people whose eyes are on their hands. Made by the browser itself; where it makes none, all stays silent. */
export type Beep = 'good' | 'bad' | 'done'

type Tone = { hertz: number; at: number; seconds: number; shape: OscillatorType }

const tones: Record<Beep, Tone[]> = {
  good: [{ hertz: 880, at: 0, seconds: 0.07, shape: 'sine' }],
  bad: [
    { hertz: 170, at: 0, seconds: 0.16, shape: 'square' },
    { hertz: 130, at: 0.2, seconds: 0.26, shape: 'square' },
  ],
  done: [
    { hertz: 660, at: 0, seconds: 0.1, shape: 'sine' },
    { hertz: 880, at: 0.11, seconds: 0.1, shape: 'sine' },
    { hertz: 1320, at: 0.22, seconds: 0.18, shape: 'sine' },
  ],
}

const loudness = 0.16
let context: AudioContext | undefined

export function beep(kind: Beep): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  // Browsers keep a page silent until somebody pressed a key.
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
  for (const tone of tones[kind]) sound(context, tone)
}

function sound(audio: AudioContext, { hertz, at, seconds, shape }: Tone): void {
  const start = audio.currentTime + at
  const volume = audio.createGain()
  volume.gain.setValueAtTime(loudness, start)
  // Ends softly: a tone that is cut off clicks.
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds)
  const source = audio.createOscillator()
  source.type = shape
  source.frequency.value = hertz
  source.connect(volume).connect(audio.destination)
  source.start(start)
  source.stop(start + seconds)
}
