// The web store connector against a real Medusa, which is installed here and nowhere else: `npm run test:medusa`.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endWithLauncher, root, runTool } from './steps.ts'

endWithLauncher()
const folder = join(root, 'test/medusa')
if (!existsSync(join(folder, 'node_modules/@medusajs/medusa'))) {
  process.stdout.write('Installing Medusa and its 1,100 packages into test/medusa\n')
  // Its lock names the packages of one kind of machine only, which `npm ci` refuses.
  const npm = spawn('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  })
  const code = await new Promise((resolve) => npm.once('close', resolve))
  if (code !== 0) process.exit(1)
}
const { ok } = await runTool('medusa', ['vitest', 'run', '--config', 'test/medusa/vitest.config.mts'])
process.exit(ok ? 0 : 1)
