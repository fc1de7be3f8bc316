import { Link } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Picture } from '../../../ui/picture.tsx'
import styles from '../analytics.module.css'

type Props = {
  name: string
  code: string
  image: string | null
  /** The SKU that the name leads to; null: no SKU is linked. */
  skuId: number | null
  before?: ReactNode
  after?: ReactNode
}

/** Picture, name and code of a product, which leads to its SKU. */
export function ProductCell({ name, code, image, skuId, before, after }: Props) {
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <span className={styles['product']}>
      {before}
      <Picture source={image} seed={code} size={32} />
      <span className={styles['lines']}>
        {skuId !== null && allows(me, 'sku.view') ? (
          <Link to={paths.sku(skuId)} title={name}>
            {name}
          </Link>
        ) : (
          <span title={name}>{name}</span>
        )}
        <small>
          {code} {after}
        </small>
      </span>
    </span>
  )
}
