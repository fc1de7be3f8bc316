import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrationsFolder } from './migrate.ts'
import { splitStatements } from './split-statements.ts'

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text)

describe('splitStatements', () => {
  it('ends a statement at a semicolon, the last one also without', () => {
    expect(texts('select 1;\n\nselect 2 ;;\nselect 3\n')).toEqual(['select 1', 'select 2', 'select 3'])
    expect(texts('')).toEqual([])
  })

  it.each([
    ['a string', `select 'a;b', 'it''s;', '\\;'`],
    ['a string with escapes', String.raw`select e'it\'s; so', E'\\;'`],
    ['a quoted name', 'select 1 as "a;""b;"'],
    ['a comment within', 'select 1 -- one; it is\n, /* two; */ 2'],
    ['a function', `create function f() returns void language plpgsql as $$ begin perform ';'; end $$`],
    ['quotes with a name around others', 'do $body$ begin execute $$select 1;$$; end $body$'],
  ])('does not end it within %s', (_, statement) => {
    expect(texts(`${statement};\nselect 2;`)).toEqual([statement, 'select 2'])
  })

  it('takes no dollar within a name or before a number for a quote', () => {
    expect(texts('select a$b$ ; select $1; select c$b$')).toEqual(['select a$b$', 'select $1', 'select c$b$'])
  })

  it('leaves out the comments before a statement and says where it begins', () => {
    const sql = "-- It's first; really.\n/* Then */\nselect 1;\n\n-- Second.\nselect 2; -- last"
    expect(splitStatements(sql)).toEqual([
      { text: 'select 1', offset: sql.indexOf('select 1') },
      { text: 'select 2', offset: sql.indexOf('select 2') },
    ])
  })

  it('finds in the migrations what each line begins', () => {
    const beginnings = /^(alter|analyze|create|delete|do|drop|grant|insert|revoke|select|set|update|with)\b/
    for (const name of readdirSync(migrationsFolder).filter((file) => file.endsWith('.sql'))) {
      const statements = texts(readFileSync(join(migrationsFolder, name), 'utf8'))
      expect(statements.length, name).toBeGreaterThan(0)
      expect(
        statements.filter((statement) => !beginnings.test(statement)),
        name,
      ).toEqual([])
    }
  })
})
