/** Detects new passwords that are guessed first: common words, keyboard rows, and known facts about the user and the product. */
import { AppError } from '../../../model/errors.ts'

/** Written as guessers do: without accents, in the languages and about the things that our users know. */
const commonWords = `
  password passwort passwd pass secret login admin administrator root guest user default changeme letmein welcome access master
  system server internet computer security account trustno test testing hello iloveyou loveyou lovely love forever friend family
  sunshine princess angel baby babygirl butterfly flower chocolate cookie cheese pepper ginger summer winter spring autumn monday
  friday january december football baseball basketball soccer hockey tennis cricket golf dragon monkey tiger eagle falcon panther
  dolphin horse rabbit kitten puppy superman batman spiderman ironman pokemon pikachu doraemon naruto starwars startrek matrix
  merlin gandalf phoenix maverick ranger hunter killer shadow ninja samurai warrior soldier knight pirate vampire zombie wizard
  captain buster charlie bailey tigger snoopy mickey minnie barbie garfield michael jennifer jessica michelle daniel thomas robert
  andrew joshua matthew anthony william george patrick richard alexander elizabeth victoria nicole amanda ashley hannah andrea
  jordan taylor morgan jackson christian jesus blessed heaven freedom liberty peace happy lucky diamond silver golden purple orange
  yellow banana apple cherry strawberry mustang ferrari mercedes porsche corvette yamaha honda toyota suzuki harley samsung google
  facebook youtube nintendo playstation liverpool arsenal chelsea barcelona madrid manchester united london newyork whatever nothing
  money business office company manager store shop online order market seller console
  sakura aishiteru konnichiwa arigatou nihon japan tokyo osaka kyoto pasuwado himitsu
  matkhau anhyeuem emyeuanh yeuem vietnam hanoi saigon xinchao
  katalaluan rahsia sayang cintaku selamat malaysia kualalumpur merdeka bismillah singapore
`
  .trim()
  .split(/\s+/)

/** Each is typed in either direction. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((row) => [row, Array.from(row).toReversed().join('')])

const leastOfRow = 4
const leastOfWord = 3
/** Minimum of characters outside these that makes the rest of the password harmless. */
const leastOfOwn = 4

const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

export type KnownOfUser = { name: string; email: string; companyName: string }

/** Throws validation_failed on `password`. */
export function requireHardToGuess(password: string, known: KnownOfUser): void {
  if (isGuessable(password, known))
    throw new AppError('validation_failed', { invalidFields: { password: 'field.password_guessable' } })
}

export function isGuessable(password: string, { name, email, companyName }: KnownOfUser): boolean {
  const ownWords = [name, companyName, email.replace(/\.[^.]*$/, '')]
    .flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= leastOfWord)
  const words = [...ownWords, ...commonWords].toSorted((one, other) => other.length - one.length)
  const typed = plain(password)
  const meant = typed.replaceAll(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign)
  return [typed, meant].some((text) => ownPart(text, words).length < leastOfOwn)
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'd')
    .toLowerCase()
}

/** Returns the rest of a password without words, keyboard rows, years and signs, with repeated parts once. */
function ownPart(text: string, words: string[]): string {
  let rest = text
  for (const word of words) rest = rest.replaceAll(word, ' ')
  rest = rest.replaceAll(/(?:19|20)\d\d/g, ' ')
  return withoutRows(rest)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .replaceAll(/(.+?)\1+/gu, '$1')
}

function withoutRows(text: string): string {
  let out = ''
  for (let at = 0; at < text.length;) {
    const length = rowAt(text, at)
    if (length < leastOfRow) out += text.charAt(at++)
    else at += length
  }
  return out
}

/** Returns the length of the longest part of a keyboard row that starts here. */
function rowAt(text: string, start: number): number {
  let longest = 1
  for (const row of rows) {
    let length = 1
    while (start + length < text.length && row.includes(text.slice(start, start + length + 1))) length++
    longest = Math.max(longest, length)
  }
  return longest
}
