/** The rules of templates as pages run them: bundled and in a world of their own, over 10,000 templates at random. */
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { publishingOrder, type TemplateProblem } from '../../model/product-template.ts'
import * as shopRules from '../../model/shop-template-rules.ts'
import * as rules from '../../model/template-rules.ts'
import { createRandom, type Random } from '../../sandbox/kit/random.ts'
import { mended, type Draft } from '../steps/mend-template.ts'
import { facts, randomStep, randomTemplate } from '../steps/random-template.ts'

type Rules = Pick<typeof rules, 'templateProblems'> & Pick<typeof shopRules, 'shopTemplateProblems'>

const settings = { timezone: 'Asia/Kuala_Lumpur', now: new Date('2026-01-10T00:00:00Z') }

/** Both as the form and the check of the server call them. */
function problemsOf(
  { templateProblems, shopTemplateProblems }: Rules,
  { template, shop }: Draft,
  platformId: number,
  told: shopRules.ChannelFacts | null,
): TemplateProblem[] {
  return [
    ...templateProblems(template, settings),
    ...shopTemplateProblems(template, shop, platformId, settings, told),
  ]
}

const onServer: Rules = { ...rules, ...shopRules }

function randomDraft(random: Random): Draft {
  const template = randomTemplate(random)
  return { template, shop: randomStep(random, template) }
}

describe('the rules of templates', () => {
  let inBrowser: Rules
  beforeAll(async () => {
    const entry = '\0rules'
    const paths = ['template-rules', 'shop-template-rules'].map((name) => resolve(`model/${name}.ts`))
    const outcome = (await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [
        {
          name: 'rules',
          enforce: 'pre',
          resolveId: (id) => (id.endsWith('all-rules') ? entry : undefined),
          load: (id) =>
            id === entry
              ? paths.map((path) => `export * from ${JSON.stringify(path)}`).join('\n')
              : undefined,
        },
      ],
      build: {
        write: false,
        minify: true,
        lib: { entry: 'all-rules', formats: ['iife'], name: 'rules' },
      },
    })) as Rolldown.RolldownOutput[]
    const [chunk] = outcome[0]?.output ?? []
    inBrowser = runInNewContext(`${chunk?.code};rules`, { TextEncoder }) as Rules
  })

  it('say the same in the browser and on the server, however often', () => {
    const random = createRandom('browser and server')
    for (let round = 0; round < 10_000; round++) {
      const draft = randomDraft(random)
      const platformId = random.pick(publishingOrder)
      const told = random.chance(0.7) ? facts : null
      const json = JSON.stringify(draft)
      const said = JSON.stringify(problemsOf(onServer, draft, platformId, told))
      const travelled = JSON.parse(json) as Draft
      if (said !== JSON.stringify(problemsOf(inBrowser, travelled, platformId, told)))
        expect(problemsOf(inBrowser, travelled, platformId, told)).toEqual(JSON.parse(said))
      expect(JSON.stringify(draft)).toBe(json)
    }
  })

  it('lead to a template without problems, one field after the other', () => {
    const random = createRandom('mending')
    for (let round = 0; round < 1_000; round++) {
      let draft = randomDraft(random)
      const platformId = random.pick(publishingOrder)
      let problems = problemsOf(onServer, draft, platformId, facts)
      for (let step = 0; problems[0] && step < 100; step++) {
        draft = mended(draft, problems[0])
        problems = problemsOf(onServer, draft, platformId, facts)
      }
      expect(problems).toEqual([])
    }
  })
})
