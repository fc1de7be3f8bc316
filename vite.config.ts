import react from '@vitejs/plugin-react'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const outDir = path.resolve(import.meta.dirname, 'dist/web')

export default defineConfig({
  root: path.resolve(import.meta.dirname, 'web'),
  plugins: [react(), precompress()],
  build: {
    outDir,
    emptyOutDir: true,
    // The tokens use light-dark(), which older browsers would need a second stylesheet for.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // An inlined font or image would be blocked by the content security policy.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})

/** Writes .br and .gz beside every text file, so that the server never compresses on the way out. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const files = await readdir(outDir, { recursive: true })
      await Promise.all(
        files
          .filter((file) => /\.(js|css|html|svg|json)$/.test(file))
          .map(async (file) => {
            const whole = path.join(outDir, file)
            const content = await readFile(whole)
            const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
            await Promise.all([
              writeFile(`${whole}.br`, await brotli(content, quality)),
              writeFile(`${whole}.gz`, await zip(content, { level: 9 })),
            ])
          }),
      )
    },
  }
}
