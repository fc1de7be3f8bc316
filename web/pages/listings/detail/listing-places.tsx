import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { count } from '../../../parts/figures.ts'
import { productKeys } from '../../../parts/queries/product-queries.ts'
import { Card } from '../../../ui/drawer-frame.tsx'
import styles from './listing-drawer.module.css'

/** Stock of a product by place, where its channel keeps places or it lies in several. */
export function ListingPlaces({ productId }: { productId: number }) {
  const { t } = useTranslation()
  const { data: places = [] } = useQuery(placesQuery(productId))
  const isOfChannel = places.some((one) => one.location_id !== String(one.warehouse_id))
  if (places.length < 2 && !isOfChannel) return null
  return (
    <Card title={t('products.places')}>
      <div className={styles['room']} data-sideways="">
        <table className={styles['variants']} aria-label={t('products.places')}>
          <thead>
            <tr>
              <th scope="col">{t('skus.warehouse')}</th>
              <th scope="col" data-align="end">
                {t('skus.onHand')}
              </th>
              <th scope="col" data-align="end">
                {t('skus.reserved')}
              </th>
              <th scope="col" data-align="end">
                {t('skus.available')}
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map((one) => (
              <tr key={one.warehouse_id}>
                <td>{one.name}</td>
                <td data-align="end">{count(one.on_hand)}</td>
                <td data-align="end">{count(one.reserved)}</td>
                <td data-align="end">{count(one.available)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function placesQuery(id: number) {
  return queryOptions({
    queryKey: [...productKeys.details, id, 'places'],
    queryFn: async ({ signal }) =>
      (await api('GET /products/locations/{id}', { params: { id }, signal })).data,
  })
}
