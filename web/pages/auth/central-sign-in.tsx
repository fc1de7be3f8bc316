import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../parts/error-message.ts'
import { paths } from '../../paths.ts'
import { centralSignInUrl, wanted } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import styles from './auth-frame.module.css'
import { centralQuery } from './central-home.ts'

/** Button that leads to the central home's sign-in, if there is a central home. */
export function CentralSignIn() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data: central } = useQuery(centralQuery)
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => location.assign(await centralSignInUrl(wanted.take() ?? paths.home())),
  })
  if (!central?.is_on) return null
  return (
    <div className={styles['form']}>
      <Button size="large" busy={isPending} onClick={() => mutate()}>
        {t('sso.central')}
      </Button>
      {error && (
        <p className={styles['error']} role="alert">
          {errorMessage(error)}
        </p>
      )}
    </div>
  )
}
