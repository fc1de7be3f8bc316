/**
 * Splits the locale files by area, so that a page loads its own texts only: web/text-files.ts gets one module for each
 * language and area, each of which is a locale file with the texts of the area left in it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { languages } from '../model/language.ts'
import { textAreas } from '../web/text-areas.ts'

const listFile = /[\\/]web[\\/]text-files\.ts$/
const partFile = /^(.*[\\/]locales[\\/]\w+\.json)\?area=(\w+)$/

type Tree = { [key: string]: Tree | string }

export function splitTexts(web: string): Plugin {
  return {
    name: 'split-texts',
    load(id) {
      if (listFile.test(id)) return textModules(web)
      const [, file, area] = partFile.exec(id) ?? []
      if (file === undefined || area === undefined) return undefined
      this.addWatchFile(file)
      const keys = (textAreas as Record<string, readonly string[]>)[area] ?? []
      const texts = partOf(JSON.parse(readFileSync(file, 'utf8')) as Tree, keys)
      return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js' }
    },
  }
}

/** Answers "en-orders" for the module of that language and area. */
export function textFileName(id: string): string | undefined {
  const [, language, area] = /[\\/]locales[\\/](\w+)\.json\?area=(\w+)$/.exec(id) ?? []
  return language && `${language}-${area}`
}

function textModules(web: string): string {
  const areas = Object.keys(textAreas)
  const ofLanguage = (language: string) => {
    const file = join(web, `locales/${language}.json`)
    return areas.map((area) => `${area}: () => import(${JSON.stringify(`${file}?area=${area}`)})`)
  }
  const all = Object.keys(languages).map((language) => `${language}: { ${ofLanguage(language).join(', ')} }`)
  return `export const textFiles = { ${all.join(', ')} }`
}

/** `keys`: dotted, of texts or of whole trees of them. */
export function partOf(texts: Tree, keys: readonly string[]): Tree {
  const part: Tree = {}
  for (const key of keys) {
    const path = key.split('.')
    const last = path.pop() ?? ''
    let [from, to] = [texts, part]
    for (const step of path) {
      from = from[step] as Tree
      to = (to[step] ??= {}) as Tree
    }
    // A text that counts is there in each of its plural forms.
    for (const [name, value] of Object.entries(from))
      if (name.replace(pluralForm, '') === last) to[name] = value
  }
  return part
}

const pluralForm = /_(zero|one|two|few|many|other)$/
