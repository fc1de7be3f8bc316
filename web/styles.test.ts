/** Styles that pages name stand in the files that they name. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const web = fileURLToPath(new URL('.', import.meta.url))
const parts = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'))

/** Classes that a file takes of its stylesheets by a name written out, each with the sheet. */
function classesOf(path: string): { sheet: string; name: string }[] {
  const text = readFileSync(join(web, path), 'utf8')
  return [...text.matchAll(/^import (\w+) from '(.+\.module\.css)'$/gm)].flatMap(
    ([, sheet = '', from = '']) =>
      [...text.matchAll(new RegExp(`\\b${sheet}\\['(\\w+)'\\]`, 'g'))].map(([, name = '']) => ({
        sheet: join(dirname(path), from),
        name,
      })),
  )
}

it('has a rule for each class that a page names', () => {
  const missing = parts.flatMap((path) =>
    classesOf(path).flatMap(({ sheet, name }) =>
      new RegExp(`\\.${name}(?![\\w-])`).test(readFileSync(join(web, sheet), 'utf8'))
        ? []
        : `${path}: ${name} of ${sheet}`,
    ),
  )
  expect(missing).toEqual([])
})
