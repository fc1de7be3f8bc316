/** Where scheduled backups go, when, and how many are kept. The commands for backups read these settings as well. */
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'

export type BackupPlaceConfig =
  | { kind: 'folder'; path: string }
  | {
      kind: 's3'
      bucket: string
      /** Empty, or with a slash at its end. */
      prefix: string
      endpoint: string
      region: string
      keyId: string
      secret: string
    }

export type BackupConfig = {
  place: BackupPlaceConfig
  /** "03:00" on the clock of `timezone`. */
  time: string
  timezone: string
  keep: { daily: number; weekly: number }
}

const whole = (least: number, most: number) => {
  const remedy = `give a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,4}$/, remedy)
    .transform(Number)
    .refine((value) => value >= least && value <= most, remedy)
}

const toRemedy = 'give a folder such as /var/backups/seller-console, or s3://bucket/folder'
const atRemedy = 'give an hour and a time zone such as 03:00 Asia/Tokyo'
const endpointRemedy = 'give an address such as https://s3.ap-northeast-1.amazonaws.com'

export const backupRules = {
  BACKUP_TO: z
    .string()
    .refine((to) => isAbsolute(to) || s3Address.test(to), toRemedy)
    .optional(),
  BACKUP_AT: z.string().refine(isHourOfZone, atRemedy).default('03:00 UTC'),
  BACKUP_KEEP_DAILY: whole(1, 366).default(7),
  BACKUP_KEEP_WEEKLY: whole(0, 520).default(4),
  BACKUP_S3_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/\s]+\/?$/, endpointRemedy)
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'give the name of a region such as ap-northeast-1')
    .default('us-east-1'),
  BACKUP_S3_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET: z.string().optional(),
}

type BackupSettings = z.output<z.ZodObject<typeof backupRules>>

/** Undefined: no backups are scheduled. What is missing is added to `problems`. */
export function backupOf(env: BackupSettings, problems: string[]): BackupConfig | undefined {
  if (env.BACKUP_TO === undefined) return undefined
  const place = placeOf(env.BACKUP_TO, env, problems)
  const [time = '', timezone = ''] = env.BACKUP_AT.split(' ')
  const keep = { daily: env.BACKUP_KEEP_DAILY, weekly: env.BACKUP_KEEP_WEEKLY }
  return place && { place, time, timezone, keep }
}

/** For a command: the place of `to`, which may be an object of its own. */
export function readBackupPlace(environment: NodeJS.ProcessEnv, to: string): BackupPlaceConfig {
  const given = Object.entries(environment).filter(([, value]) => value?.trim())
  const read = z.object(backupRules).safeParse(Object.fromEntries(given))
  const problems = read.success
    ? []
    : read.error.issues.map((one) => `${String(one.path[0])}: ${one.message}.`)
  const place = read.success ? placeOf(to, read.data, problems) : undefined
  if (!place) throw new ConfigError(problems)
  return place
}

const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/

export function isS3Address(to: string): boolean {
  return to.startsWith('s3://')
}

function placeOf(to: string, env: BackupSettings, problems: string[]): BackupPlaceConfig | undefined {
  if (!isS3Address(to)) return { kind: 'folder', path: to }
  const [, bucket, prefix = ''] = s3Address.exec(to) ?? []
  const needed = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET'] as const
  const missing = needed.filter((name) => env[name] === undefined)
  problems.push(...missing.map((name) => `${name} is not set: backups to ${to} need it.`))
  if (!bucket) problems.push(`${to} is no address: ${toRemedy}.`)
  if (problems.length > 0 || !bucket) return undefined
  return {
    kind: 's3',
    bucket,
    prefix: prefix.replace(/\/*$/, prefix ? '/' : ''),
    endpoint: env.BACKUP_S3_ENDPOINT ?? '',
    region: env.BACKUP_S3_REGION,
    keyId: env.BACKUP_S3_KEY_ID ?? '',
    secret: env.BACKUP_S3_SECRET ?? '',
  }
}

function isHourOfZone(text: string): boolean {
  const [, zone] = /^(?:[01]\d|2[0-3]):[0-5]\d ([\w/+-]+)$/.exec(text) ?? []
  try {
    return zone !== undefined && new Intl.DateTimeFormat('en', { timeZone: zone }).format().length > 0
  } catch {
    return false
  }
}
