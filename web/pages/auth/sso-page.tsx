import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { splitPath } from '../../page-language.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { paths } from '../../paths.ts'
import { centralSignInUrl } from '../../session.ts'
import { signInWithCode } from '../../signing-in.ts'
import styles from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { centralQuery } from './central-home.ts'

/** Page that the central home sends users to: with a code that was requested here, or to start a sign-in from over there. */
export function SsoPage() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data: central } = useQuery(centralQuery)
  const [answer] = useState(readAnswer)
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      const { code, state, iss, redirect } = answer
      // A code without a state was asked for by nobody here: a way of our own begins, which needs no password over there.
      if (!code || !state) return location.assign(await centralSignInUrl(redirect))
      const next = await signInWithCode({ code, state, ...(iss && { iss }) })
      // Somebody else may have been signed in.
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey !== centralQuery.queryKey })
      await navigate({ href: splitPath(next).path, replace: true })
    },
  })
  useEffect(() => {
    if (!answer.isRefused) mutate()
  }, [answer, mutate])

  const problem = answer.isRefused ? t('sso.refused') : error && errorMessage(error)
  if (!problem) {
    return (
      <AuthFrame title={t('sso.title')}>
        <output className={styles['lead']}>{t('sso.wait')}</output>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('sso.failed')}>
      <div className={styles['form']}>
        <p className={styles['error']} role="alert">
          {problem}
        </p>
        <Link to={paths.signIn()} className={styles['more']}>
          {t('password.backToSignIn')}
        </Link>
        {central?.home_url && (
          <a href={central.home_url} className={styles['more']}>
            {t('sso.home')}
          </a>
        )}
      </div>
    </AuthFrame>
  )
}

function readAnswer() {
  const asked = new URLSearchParams(location.search)
  const redirect = asked.get('redirect') ?? paths.home()
  return {
    code: asked.get('code'),
    state: asked.get('state'),
    iss: asked.get('iss'),
    /** The central home, or who sat there, said no. */
    isRefused: asked.has('error'),
    redirect,
  }
}
