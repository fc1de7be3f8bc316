export type Statement = { text: string; offset: number }

const token = new RegExp(
  [
    String.raw`(?<blank>\s+|--[^\n]*|/\*[\s\S]*?\*/)`,
    String.raw`(?<end>;)`,
    String.raw`e'(?:[^'\\]|''|\\[\s\S])*'`,
    `'[^']*'`,
    `"[^"]*"`,
    String.raw`\$(?<tag>[a-z_]\w*)?\$[\s\S]*?\$\k<tag>\$`,
    String.raw`[a-z_][\w$]*`,
    String.raw`[\s\S]`,
  ].join('|'),
  'gi',
)

/**
 * The statements of a file and where each begins, without the comments before it. Knows what migrations use: strings, quoted names,
 * dollar quotes and comments; not comments within comments, nor `begin atomic`.
 */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = []
  let begin: number | undefined
  let end = 0
  const finish = () => {
    if (begin !== undefined) statements.push({ text: sql.slice(begin, end), offset: begin })
    begin = undefined
  }
  for (const { 0: text, index, groups } of sql.matchAll(token)) {
    if (groups?.end) finish()
    else if (!groups?.blank) {
      begin ??= index
      end = index + text.length
    }
  }
  finish()
  return statements
}
