import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { allows, meQuery } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { isConnected, shopsQuery } from './queries/shop-queries.ts'

/** The next step of a list that is empty because no shop is connected. Nothing where one is, or for those who may not. */
export function ConnectShop() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: shops } = useQuery(shopsQuery)
  if (!shops || shops.some(isConnected) || !allows(me, 'settings.channels')) return null
  return (
    <Button variant="primary" onClick={() => void navigate({ to: paths.channels() })}>
      {t('shell.connectShop')}
    </Button>
  )
}
