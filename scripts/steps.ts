import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export type StepResult = { name: string; ok: boolean; seconds: number }

/** Runs one of the installed tools. Quiet steps speak only when they fail. */
export async function runTool(
  name: string,
  [tool = '', ...args]: string[],
  { quiet = false, env = {} }: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<StepResult> {
  const started = Date.now()
  const child = spawn(join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise<number>((done) => {
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      done(1)
    })
    child.on('close', (exitCode) => done(exitCode ?? 1))
  })
  if (code !== 0) process.stdout.write(Buffer.concat(output))
  return { name, ok: code === 0, seconds: (Date.now() - started) / 1000 }
}

const formatter = ['oxfmt', '--config=scripts/oxfmt.json', '**/*.{ts,tsx,mjs,css,json}']
export const checkFormat = () => runTool('format', [...formatter, '--check'], { quiet: true })
export const formatFiles = () => runTool('format', formatter, { quiet: true })
// Each checker works out the shared types anew: on two cores the usual four took twice the time of one.
const checkers = Math.ceil(availableParallelism() / 4)
export const checkTypes = () =>
  runTool('types', ['tsc', '--noEmit', '-p', '.', '--checkers', String(checkers)], { quiet: true })
export const checkRules = () =>
  runTool('lint', ['oxlint', '--type-aware'], { quiet: true, env: { GOMAXPROCS: String(checkers) } })

export function summary(results: StepResult[]): string {
  const line = ({ name, ok, seconds }: StepResult) =>
    `${ok ? '  ok    ' : '  FAILED'}  ${name.padEnd(12)} ${seconds.toFixed(1)} s`
  return `\n${results.map(line).join('\n')}\n`
}

/** The tools run in this process's group: they end with it, also when the launcher above was killed and cannot pass a signal on. */
export function endWithLauncher(): void {
  process.once('disconnect', () => process.kill(0, 'SIGTERM'))
}
