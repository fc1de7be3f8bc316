/** Reads codes from a camera's picture: by the browser where it can, else by a worker of ours, as in Safari, Firefox and on Windows. */
export type CodeReader = {
  /** Empty: there is none to be seen. Throws where the worker could not be loaded. */
  read: (video: HTMLVideoElement) => Promise<string>
  stop: () => void
}

type Detector = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
/** Not in every browser, so TypeScript does not know it. */
type WithDetector = { BarcodeDetector?: new () => Detector }

export function startCodeReader(): CodeReader {
  const { BarcodeDetector } = globalThis as WithDetector
  if (!BarcodeDetector) return startWorker()
  const detector = new BarcodeDetector()
  return {
    read: async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? '',
    stop: () => undefined,
  }
}

function startWorker(): CodeReader {
  const worker = new Worker(new URL('code-worker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return {
    read: (video) =>
      new Promise((resolve, reject) => {
        const { videoWidth: width, videoHeight: height } = video
        if (!canvas || width === 0) return resolve('')
        Object.assign(canvas.canvas, { width, height })
        canvas.drawImage(video, 0, 0)
        const picture = canvas.getImageData(0, 0, width, height)
        worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
        worker.onerror = () => reject(new Error('the reader of codes did not start'))
        return worker.postMessage(picture, [picture.data.buffer])
      }),
    stop: () => worker.terminate(),
  }
}
