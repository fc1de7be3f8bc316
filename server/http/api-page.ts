import type { JsonSchema, OpenapiDocument, Operation } from './openapi.ts'

/** The OpenAPI document as one page to read, with no script. */
export function apiPage(document: OpenapiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = [...Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')]
  const nav = groups.map(([tag]) => `<a href="#${tag}">${tag}</a>`).join(' ')
  const sections = groups.map(
    ([tag, members]) =>
      `<section id="${tag}"><h2>${tag}</h2>${members.map(({ path, method, operation }) => article(method, path, operation)).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(document.info.title)}</title><style>${style}</style></head><body><main>
<h1>${escape(document.info.title)}</h1><p>${text(document.info.description)} Machines read <a href="openapi.json">openapi.json</a>.</p>
<nav aria-label="Groups">${nav}</nav>${sections.join('')}</main></body></html>`
}

function article(method: string, path: string, operation: Operation): string {
  const access = operation.security ? (operation['x-permission'] ?? 'signed in') : 'public'
  const body = operation.requestBody?.content['application/json']?.schema
  const replies = Object.entries(operation.responses) as [
    string,
    { description: string; content?: Content },
  ][]
  return `<article><h3><b class="${method}">${method.toUpperCase()}</b> <code>${escape(path)}</code> <small>${escape(access)}</small></h3>
<p>${text(operation.summary)}</p>
${operation.parameters.length > 0 ? `<table><tbody>${operation.parameters.map((one) => row(one.name, one.required, one.schema, one.description)).join('')}</tbody></table>` : ''}
${body ? `<details><summary>Body</summary><pre>${escape(JSON.stringify(body, null, 2))}</pre></details>` : ''}
${replies.map(([status, reply]) => response(status, reply)).join('')}</article>`
}

type Content = { 'application/json'?: { schema: JsonSchema } }

function response(status: string, reply: { description: string; content?: Content }): string {
  const schema = reply.content?.['application/json']?.schema
  if (!schema || '$ref' in schema) return `<p><b>${status}</b> ${text(reply.description)}</p>`
  return `<details><summary><b>${status}</b> ${text(reply.description)}</summary><pre>${escape(JSON.stringify(schema, null, 2))}</pre></details>`
}

function row(name: string, required: boolean, schema: JsonSchema, description = ''): string {
  const kind = Array.isArray(schema.enum)
    ? schema.enum.join(' | ')
    : ([schema.format, schema.type, 'list'].find((kind) => typeof kind === 'string') as string)
  return `<tr><td><code>${escape(name)}</code>${required ? ' *' : ''}</td><td>${escape(kind)}</td><td>${text(description)}</td></tr>`
}

/** Back-ticks become code. */
function text(words: string): string {
  return escape(words).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function escape(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const style = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}main{max-width:60rem;margin:auto;padding:1rem}
nav a{margin-right:1rem}article{border-top:1px solid #8884;padding:.5rem 0}h3{font-size:1rem;margin:.25rem 0}h3 small{color:#888;font-weight:400}
b.get{color:#0f6e67}b.post,b.put,b.patch{color:#b45309}b.delete{color:#b91c1c}table{border-collapse:collapse}td{padding:.15rem .75rem .15rem 0;vertical-align:top}
pre{overflow:auto;max-height:24rem;background:#8881;padding:.75rem;border-radius:8px;font-size:12px}`
