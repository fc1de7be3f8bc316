import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import WarehouseIcon from 'lucide-react/icons/warehouse'
import { useTranslation } from 'react-i18next'
import { count } from '../../parts/figures.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { type Warehouse, warehousesQuery } from '../../parts/queries/warehouse-queries.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { LowStock } from './low-stock-form.tsx'
import { SalesAreas } from './sales-area-list.tsx'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { SettingList } from '../../parts/settings/setting-list.tsx'
import { StockSetting } from './stock-setting-form.tsx'
import styles from './stock-page.module.css'

/** Page with the warehouses, their stock, and the shops that sell from them. */
export function StockPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.stock'))
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const warehouses = useQuery(warehousesQuery)
  return (
    <>
      <SettingFrame
        actions={
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => void navigate({ to: paths.newWarehouse() })}
          >
            {t('warehouse.add')}
          </Button>
        }
        inert={pathname !== paths.stock()}
      >
        <SettingList
          rows={warehouses}
          help="warehouses"
          labels={{
            failed: t('warehouse.failed'),
            none: t('warehouse.none'),
            noneText: t('warehouse.noneText'),
          }}
        >
          {(warehouse) => <WarehouseSummary warehouse={warehouse} />}
        </SettingList>
        {(warehouses.data?.length ?? 0) > 1 && <SalesAreas />}
        <StockSetting />
        <LowStock />
        {warehouses.data?.length === 1 && <p className={styles['muted']}>{t('warehouse.onlyOne')}</p>}
      </SettingFrame>
      <Outlet />
    </>
  )
}

function WarehouseSummary({ warehouse }: { warehouse: Warehouse }) {
  const { t } = useTranslation()
  const shops = warehouse.shops.map((shop) => shop.system_name).join(', ')
  return (
    <div className={styles['warehouse']}>
      <WarehouseIcon size={20} strokeWidth={1.6} aria-hidden="true" />
      <div className={styles['lines']}>
        <span className={styles['head']}>
          <Link to={paths.warehouse(warehouse.id)} className={styles['name']}>
            {warehouse.name}
          </Link>
          {warehouse.is_default && <Pill hue="green">{t('warehouse.default')}</Pill>}
          {warehouse.kind === 'physical' && <Pill hue="blue">{t('warehouse.kindPhysical')}</Pill>}
          {warehouse.delisted_at && <Pill hue="amber">{t('warehouse.delisted')}</Pill>}
          {warehouse.code && <span className={styles['muted']}>{warehouse.code}</span>}
        </span>
        <span className={styles['muted']}>
          {shops || t(warehouse.is_default ? 'warehouse.defaultHelp' : 'warehouse.noShops')}
        </span>
      </div>
      <dl className={styles['figures']}>
        <div>
          <dt>{t('warehouse.onHand')}</dt>
          <dd>{count(warehouse.on_hand)}</dd>
        </div>
        <div>
          <dt>{t('warehouse.reserved')}</dt>
          <dd>{count(warehouse.reserved)}</dd>
        </div>
      </dl>
    </div>
  )
}
