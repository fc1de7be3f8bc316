import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { root } from '../steps.ts'

const packageFile = 'print-agent.tgz'
const program = 'print-agent.mjs'
const sources = ['print-agent.ts', 'printers.ts']

/** npx keeps what an address once gave, so the address that the console shows names the sources behind it. */
export function printAgentVersion(): string {
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(join(import.meta.dirname, source)))
  return hash.digest('hex').slice(0, 8)
}

/** Packs the print agent as a package of its own, one file without dependencies: npx runs it from the console's address. */
export async function packPrintAgent(toFolder: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pack-print-agent-'))
  try {
    await bundle(folder)
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest(), null, 2))
    await promisify(execFile)('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: folder })
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
    await copyFile(join(folder, packed ?? packageFile), join(toFolder, packageFile))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function bundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'print-agent.ts'),
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: program } },
    },
  })
}

function manifest(): object {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  return {
    name: 'seller-console-print-agent',
    version,
    license,
    type: 'module',
    engines: { node: '>=20' },
    bin: { 'seller-console-print-agent': program },
  }
}
