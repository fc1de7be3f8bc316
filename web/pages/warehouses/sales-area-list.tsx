import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import MapPin from 'lucide-react/icons/map-pin'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { countryName } from '../../parts/country-name.ts'
import { type SalesArea, salesAreasQuery } from '../../parts/queries/sales-area-queries.ts'
import { shopsQuery } from '../../parts/queries/shop-queries.ts'
import { warehousesQuery } from '../../parts/queries/warehouse-queries.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { SettingList } from '../../parts/settings/setting-list.tsx'
import styles from './stock-page.module.css'

/** From which warehouses orders are taken, by their shop and by where they are sent to. */
export function SalesAreas() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const areas = useQuery(salesAreasQuery)
  return (
    <section className={styles['part']} aria-labelledby="sales-areas">
      <div className={styles['partHead']}>
        <div>
          <h2 id="sales-areas">{t('salesArea.list')}</h2>
          <p className={styles['muted']}>{t('salesArea.help')}</p>
        </div>
        <Button
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => void navigate({ to: paths.newSalesArea() })}
        >
          {t('salesArea.add')}
        </Button>
      </div>
      <SettingList
        rows={areas}
        help="warehouses"
        labels={{
          failed: t('salesArea.failed'),
          none: t('salesArea.none'),
          noneText: t('salesArea.noneText'),
        }}
      >
        {(area) => <SalesAreaSummary area={area} />}
      </SettingList>
    </section>
  )
}

function SalesAreaSummary({ area }: { area: SalesArea }) {
  const { t } = useTranslation()
  const { data: shops = [] } = useQuery(shopsQuery)
  const { data: warehouses = [] } = useQuery(warehousesQuery)
  const ofShops = area.shop_ids.flatMap((id) => shops.find((shop) => shop.id === id)?.system_name ?? [])
  const taken = area.warehouse_ids.flatMap((id) => warehouses.find((one) => one.id === id)?.name ?? [])
  const to = area.regions.map(regionName)
  return (
    <div className={styles['warehouse']}>
      <MapPin size={20} strokeWidth={1.6} aria-hidden="true" />
      <div className={styles['lines']}>
        <span className={styles['head']}>
          <Link to={paths.salesArea(area.id)} className={styles['name']}>
            {area.name}
          </Link>
          {area.is_default && <Pill hue="green">{t('warehouse.default')}</Pill>}
        </span>
        <span className={styles['muted']}>
          {area.shop_ids.length > 0 ? ofShops.join(', ') : t('staff.allShops')}
          {' · '}
          {to.length > 0 ? to.join(', ') : t('salesArea.everywhere')}
        </span>
        <span className={styles['muted']}>{taken.join(' → ')}</span>
      </div>
    </div>
  )
}

function regionName({ country, province }: SalesArea['regions'][number]): string {
  return province ?? countryName(country)
}
