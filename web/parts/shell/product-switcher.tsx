import LayoutGrid from 'lucide-react/icons/layout-grid'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../session.ts'
import styles from './product-switcher.module.css'

/** The products beside this one. Nothing where there are none. */
export function ProductSwitcher() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const products = me.shop_owner?.data.products ?? []
  if (products.length === 0) return null
  return (
    // Without the element that the library focuses first: it is no entry, so it has no place in a menu.
    <Menu
      position="bottom-start"
      width={220}
      focus="first"
      button={
        <button type="button" className={styles['button']} aria-label={t('product.switch')}>
          <LayoutGrid size={18} aria-hidden="true" />
        </button>
      }
    >
      {products.map(({ code, url }) =>
        url === null ? (
          <MenuItem key={code} disabled aria-current="page" className={styles['current']}>
            {t(`product.${code}`)}
          </MenuItem>
        ) : (
          <MenuItem key={code} component="a" href={url}>
            {t(`product.${code}`)}
          </MenuItem>
        ),
      )}
    </Menu>
  )
}
