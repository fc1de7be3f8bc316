import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  areaOfPermission,
  grantablePermissions,
  groupPermissions,
  type GrantablePermission,
  type GroupPermission,
} from '../../../model/permissions.ts'
import { FieldGroup } from '../../parts/settings/field-group.tsx'
import { shopsQuery } from '../../parts/queries/shop-queries.ts'
import { allows, allowsArea, meQuery } from '../../session.ts'
import { ShopTicks, Tick, toggled } from '../../parts/settings/shop-ticks.tsx'
import form from '../../parts/settings/setting-form.module.css'
import styles from '../../parts/settings/setting-row.module.css'
import { isAreaOfRole, isOfRole, type PersonValues } from './person-values.ts'

type Props = {
  values: PersonValues
  change: (part: Partial<PersonValues>) => void
  readOnly: boolean
  invalid: Record<string, string>
}

/** Ticks besides what the role gives, and the shops. What one does not have oneself cannot be ticked. */
export function PersonRights({ values, change, readOnly, invalid }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: shops = [] } = useQuery(shopsQuery)
  const { role, permissions, groups } = values
  const refused = invalid['permissions'] ?? invalid['group_permissions']
  const inArea = (area: string) => grantablePermissions.filter((each) => areaOfPermission(each) === area)
  // An area of which one can only see is ticked as a whole.
  const isFine = (area: GroupPermission) => inArea(area).some((each) => !each.endsWith('.view'))
  const fineAreas = groupPermissions.filter(isFine)
  const plainAreas = groupPermissions.filter((area) => !isFine(area))

  const permissionTick = (permission: GrantablePermission) => {
    const byRole = isOfRole(role, permission)
    return (
      <Tick
        key={permission}
        label={t(`permission.${permission}`)}
        checked={byRole || permissions.includes(permission)}
        disabled={readOnly || byRole || !allows(me, permission)}
        onChange={(on) => change({ permissions: toggled(permissions, permission, on) })}
      />
    )
  }
  const areaTick = (area: GroupPermission) => {
    const byRole = isAreaOfRole(role, area)
    return (
      <Tick
        key={area}
        label={t(`group.${area}`)}
        checked={byRole || groups.includes(area)}
        disabled={readOnly || byRole || !allowsArea(me, area)}
        onChange={(on) => change({ groups: toggled(groups, area, on) })}
      />
    )
  }
  return (
    <>
      {fineAreas.map((area) => (
        <FieldGroup key={area} legend={t(`group.${area}`)}>
          <div className={styles['ticks']}>{inArea(area).map(permissionTick)}</div>
        </FieldGroup>
      ))}
      {plainAreas.length > 0 && (
        <FieldGroup legend={t('staff.otherAreas')}>
          <div className={styles['ticks']}>{plainAreas.map(areaTick)}</div>
        </FieldGroup>
      )}
      {refused && (
        <p className={form['error']} role="alert">
          {refused}
        </p>
      )}
      <ShopTicks
        legend={t('staff.shops')}
        shops={shops}
        chosen={values.shops}
        ownShops={me.shop_ids}
        readOnly={readOnly}
        error={invalid['shop_ids']}
        onChange={(chosen) => change({ shops: chosen })}
      />
    </>
  )
}
