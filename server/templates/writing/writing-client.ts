/**
 * Asks the operator's language model, which is an endpoint that speaks the chat completions of OpenAI, also one in the own network. Its address
 * comes from the settings alone. Options that some of these endpoints refuse (temperature, response_format) are left out.
 */
import { z } from 'zod'
import { AppError } from '../../../model/errors.ts'
import type { WritingHelpConfig } from '../../config/config.ts'
import type { Prompt } from './writing-prompts.ts'

/** A long description in four scripts stays far below it. */
const mostBytes = 1_000_000

const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
})

/** @throws AppError that says in plain words what went wrong there */
export async function askModel<T>(
  { baseUrl, apiKey, model, timeoutSeconds }: WritingHelpConfig,
  { instructions, material, pictures = [] }: Prompt,
  answer: z.ZodType<T>,
): Promise<T> {
  const messages = [
    { role: 'system', content: instructions },
    { role: 'user', content: contentOf(JSON.stringify(material), pictures) },
  ]
  const text = await post(`${baseUrl}/chat/completions`, apiKey, { model, messages }, timeoutSeconds)
  const read = completion.safeParse(parsed(text))
  const [choice] = read.data?.choices ?? []
  if (!choice) throw new AppError('writing_help_unreadable')
  const isRefused = choice.finish_reason === 'content_filter' || Boolean(choice.message.refusal)
  if (isRefused) throw new AppError('writing_help_refused')
  const found = answer.safeParse(parsed(jsonWithin(choice.message.content ?? '')))
  if (!found.success) throw new AppError('writing_help_unreadable')
  return found.data
}

/** A text alone goes as a text, since some endpoints know no parts. */
function contentOf(text: string, pictures: Buffer[]): unknown {
  if (pictures.length === 0) return text
  const images = pictures.map((bytes) => ({
    type: 'image_url',
    image_url: { url: `data:image/jpeg;base64,${bytes.toString('base64')}` },
  }))
  return [{ type: 'text', text }, ...images]
}

async function post(url: string, apiKey: string, body: object, timeoutSeconds: number): Promise<string> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    })
    if (!reply.ok) await reply.body?.cancel()
    if (reply.status === 429) throw new AppError('writing_help_busy')
    if (reply.status >= 500) throw new AppError('writing_help_unreachable')
    if (!reply.ok) throw new AppError('writing_help_rejected')
    return await textOf(reply)
  } catch (error) {
    if (error instanceof AppError) throw error
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw new AppError(isLate ? 'writing_help_timeout' : 'writing_help_unreachable')
  }
}

async function textOf(reply: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > mostBytes) throw new AppError('writing_help_unreadable')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Models put thoughts or a fence around the object that they were asked for. */
function jsonWithin(content: string): string {
  const text = content.replaceAll(/<think>[\s\S]*?<\/think>/g, '')
  return text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
}
