/** Reads codes out of pictures, beside the page. The address of this file alone may run WebAssembly, see security-headers.ts. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

prepareZXingModule({ overrides: { locateFile: () => wasm } })

globalThis.onmessage = async ({ data }: MessageEvent<ImageData>) => {
  const [found] = await readBarcodes(data, { maxNumberOfSymbols: 1 })
  globalThis.postMessage(found?.text ?? '')
}
