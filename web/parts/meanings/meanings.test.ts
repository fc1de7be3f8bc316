import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type Texts = { [key: string]: string | Texts }

const web = join(import.meta.dirname, '../..')
const english = JSON.parse(readFileSync(join(web, 'locales/en.json'), 'utf8')) as Texts

/** All sentences below a key. */
function sentencesOf(texts: string | Texts | undefined): string[] {
  if (texts === undefined) return []
  return typeof texts === 'string' ? [texts] : Object.values(texts).flatMap(sentencesOf)
}

it('every definition on a screen stands in the docs, word for word', () => {
  const page = readFileSync(join(web, '../docs/figures.md'), 'utf8')
  const analytics = english['analytics'] as Texts
  const sentences = [english['meanings'], analytics['means']].flatMap(sentencesOf)
  expect(sentences.length).toBeGreaterThan(60)
  expect(sentences.filter((sentence) => !page.includes(`| ${sentence} |`))).toEqual([])
})
