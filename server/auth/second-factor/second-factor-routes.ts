import { AppError } from '../../../model/errors.ts'
import type { Tx } from '../../db/database.ts'
import { createPost } from '../../outbox/enqueue-mail.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { createSealer } from '../../secrets/seal.ts'
import { countTry, requirePassword, requireUnchanged } from '../passwords/check-password.ts'
import { newRecoveryCodes, newSecret, recoveryHash, secretUri } from './one-time-code.ts'
import { notifyUser } from '../users/notify-user.ts'
import { takeOtp } from './second-factor.ts'
import {
  addSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
  saveRecoveryCodes,
} from './second-factor-store.ts'
import { endSessions, forgetAttempts, type Session } from '../sessions/sessions-store.ts'

export function secondFactorRoutes(serve: Serve, { db, config, sessions }: ServerContext): void {
  const sealer = createSealer([config.secretKey, ...config.oldSecretKeys])
  const post = createPost(config)
  const factorOf = (tx: Tx, session: Session) => findSecondFactor(tx, sealer, session)

  serve('GET /users/second-factor', async ({ session }) => {
    const factor = await db.asOwner(session.ownerId, (tx) => factorOf(tx, session))
    const isOn = factor?.confirmedAt != null
    return { data: { is_on: isOn, recovery_codes_left: isOn ? factor.recoveryCodes : 0 } }
  })

  serve('POST /users/second-factor', async ({ body, session }) => {
    const version = await requirePassword(db, session, body.current_password)
    const secret = newSecret()
    const isAdded = await db.asOwner(session.ownerId, async (tx) => {
      await requireUnchanged(tx, session, version)
      return addSecondFactor(tx, sealer, session, secret)
    })
    if (!isAdded) throw new AppError('conflict')
    const uri = secretUri(secret, session.email)
    // Loaded when somebody needs it: a process begins without its 7 MB.
    const { default: bwipjs } = await import('bwip-js/node')
    const svg = bwipjs.toSVG({ bcid: 'qrcode', text: uri, padding: 8, backgroundcolor: 'ffffff' })
    return { data: { secret, uri, qr_svg: svg } }
  })

  serve('POST /users/second-factor/confirm', async ({ body, session }) => {
    const attempts = await countTry(db, 'otp', session)
    const codes = newRecoveryCodes()
    await db.asOwner(session.ownerId, async (tx) => {
      await requireUnchanged(tx, session)
      const factor = await factorOf(tx, session)
      if (!factor || factor.confirmedAt) throw new AppError('conflict')
      if (!(await takeOtp(tx, session, factor, body.otp)))
        throw new AppError('validation_failed', { invalidFields: { otp: 'field.otp_wrong' } })
      await confirmSecondFactor(tx, session)
      await saveRecoveryCodes(tx, session, codes.map(recoveryHash))
      // Ends the sessions that were opened with the password alone.
      await endSessions(tx, session, session.sessionId)
      await notifyUser(tx, post, session, 'second_factor_on')
    })
    sessions.forgetAll()
    await forgetAttempts(db, attempts)
    return { data: { recovery_codes: codes } }
  })

  serve('POST /users/second-factor/recovery-codes', async ({ body, session }) => {
    const version = await requirePassword(db, session, body.current_password)
    const codes = newRecoveryCodes()
    await db.asOwner(session.ownerId, async (tx) => {
      await requireUnchanged(tx, session, version)
      const factor = await factorOf(tx, session)
      if (!factor?.confirmedAt) throw new AppError('conflict')
      await saveRecoveryCodes(tx, session, codes.map(recoveryHash))
    })
    return { data: { recovery_codes: codes } }
  })

  serve('POST /users/second-factor/off', async ({ body, session, translate }) => {
    const version = await requirePassword(db, session, body.current_password)
    await db.asOwner(session.ownerId, async (tx) => {
      await requireUnchanged(tx, session, version)
      const factor = await factorOf(tx, session)
      if (!factor?.confirmedAt) throw new AppError('conflict')
      await removeSecondFactor(tx, session)
      await notifyUser(tx, post, session, 'second_factor_off')
    })
    return { data: null, message: translate('done.second_factor_off') }
  })
}
