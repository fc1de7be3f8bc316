import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  grantablePermissions,
  groupPermissions,
  type GrantablePermission,
  type GroupPermission,
} from '../../../model/permissions.ts'
import { shopsQuery } from '../../parts/shops.ts'
import { allows, allowsArea, meQuery } from '../../session.ts'
import styles from './staff.module.css'
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
  const { role, permissions, groups } = values
  const inArea = (area: string) => grantablePermissions.filter((each) => each.startsWith(`${area}.`))
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
        <fieldset key={area} className={styles['group']}>
          <legend>{t(`group.${area}`)}</legend>
          <div className={styles['ticks']}>{inArea(area).map(permissionTick)}</div>
        </fieldset>
      ))}
      <fieldset className={styles['group']}>
        <legend>{t('staff.otherAreas')}</legend>
        <div className={styles['ticks']}>{plainAreas.map(areaTick)}</div>
      </fieldset>
      {['permissions', 'group_permissions'].map(
        (field) =>
          invalid[field] && (
            <p key={field} className={styles['error']} role="alert">
              {invalid[field]}
            </p>
          ),
      )}
      <ShopTicks values={values} change={change} readOnly={readOnly} ownShops={me.shop_ids} />
      {invalid['shop_ids'] && (
        <p className={styles['error']} role="alert">
          {invalid['shop_ids']}
        </p>
      )}
    </>
  )
}

type ShopProps = Omit<Props, 'invalid'> & { ownShops: number[] }

/** None chosen is all of them, so the last one stays ticked for whoever may not give all. */
function ShopTicks({ values, change, readOnly, ownShops }: ShopProps) {
  const { t } = useTranslation()
  const { data: shops = [] } = useQuery(shopsQuery)
  const { shops: chosen } = values
  return (
    <fieldset className={styles['group']}>
      <legend>{t('staff.shops')}</legend>
      <div className={styles['ticks']}>
        <Tick
          label={t('staff.allShops')}
          checked={chosen.length === 0}
          disabled={readOnly || ownShops.length > 0 || chosen.length === 0}
          onChange={() => change({ shops: [] })}
        />
        {shops.map((shop) => (
          <Tick
            key={shop.id}
            label={shop.system_name}
            checked={chosen.includes(shop.id)}
            disabled={readOnly || (ownShops.length > 0 && chosen.length === 1 && chosen[0] === shop.id)}
            onChange={(on) => change({ shops: toggled(chosen, shop.id, on) })}
          />
        ))}
      </div>
    </fieldset>
  )
}

type TickProps = { label: string; checked: boolean; disabled: boolean; onChange: (on: boolean) => void }

function Tick({ label, checked, disabled, onChange }: TickProps) {
  return (
    <label className={styles['tick']}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}

function toggled<T>(list: T[], one: T, on: boolean): T[] {
  return on ? [...list, one] : list.filter((other) => other !== one)
}
