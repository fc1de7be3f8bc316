import type { Domain } from '../domain.ts'
import { createServe } from '../http/serve-endpoint.ts'
import { takeUploads } from '../http/uploads.ts'
import { firstRunRoutes } from './first-run/first-run-routes.ts'
import { createAnswerForgottenPassword } from './passwords/answer-forgotten-password.ts'
import { passwordRoutes } from './passwords/password-routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { authorizationRoutes } from './sessions/authorization-routes.ts'
import { createNoteFailedSignIn } from './sessions/note-failed-sign-in.ts'
import { demoRoutes } from './sessions/demo-routes.ts'
import { sessionsRoutes } from './sessions/sessions-routes.ts'
import { createSsoProvider } from './sso/sso-provider.ts'
import { ssoRoutes } from './sso/sso-routes.ts'
import { staffRoutes } from './staff/staff-routes.ts'
import { avatarRoutes, avatarUploadRoutes } from './users/avatar-routes.ts'
import { usersRoutes } from './users/users-routes.ts'
import { createChainSeal } from '../audit/audit-chain.ts'

export const auth: Domain = {
  async routes(serve, context) {
    const { app, config, log } = context
    const provider = config.sso && createSsoProvider(config.sso, config.publicUrl, log)
    authorizationRoutes(serve, context, provider)
    ssoRoutes(serve, context, provider)
    passwordRoutes(serve, context)
    usersRoutes(serve, context)
    sessionsRoutes(serve, context)
    demoRoutes(serve, context)
    firstRunRoutes(serve, context)
    secondFactorRoutes(serve, context)
    await app.register(async (scope) => {
      takeUploads(scope)
      avatarUploadRoutes(createServe(scope, context), context)
    })
    avatarRoutes(serve, context)
    staffRoutes(serve, context)
  },
  jobs: ({ db, config }) => ({
    'answer-forgotten-password': createAnswerForgottenPassword(db, config),
    'note-failed-sign-in': createNoteFailedSignIn(
      db,
      createChainSeal([config.secretKey, ...config.oldSecretKeys]),
    ),
  }),
}
