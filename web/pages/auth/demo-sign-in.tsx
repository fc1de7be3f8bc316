import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../parts/error-message.ts'
import { demoQuery } from '../../parts/queries/demo-query.ts'
import { signIn } from '../../signing-in.ts'
import { Button } from '../../ui/button.tsx'
import styles from './auth-frame.module.css'

/** The demo's accounts, one click each; in the demo alone. */
export function DemoSignIn({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data } = useQuery(demoQuery)
  const enter = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => signIn(email, password),
    onSuccess: onDone,
  })
  if (!data || data.accounts.length === 0) return null
  return (
    <section className={styles['demo']} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{t('signIn.demo')}</h2>
      <ul>
        {data.accounts.map((account) => (
          <li key={account.email}>
            <Button
              busy={enter.isPending && enter.variables.email === account.email}
              onClick={() => enter.mutate(account)}
            >
              <span className={styles['demoName']}>{account.name}</span>
              <span className={styles['demoEmail']}>{account.email}</span>
            </Button>
          </li>
        ))}
      </ul>
      {enter.error && (
        <p className={styles['error']} role="alert">
          {errorMessage(enter.error)}
        </p>
      )}
    </section>
  )
}
