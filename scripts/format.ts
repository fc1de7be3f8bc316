// Brings all files into the form that `npm run check` asks for.
import { endWithLauncher, formatFiles } from './steps.ts'

endWithLauncher()
process.exit((await formatFiles()).ok ? 0 : 1)
