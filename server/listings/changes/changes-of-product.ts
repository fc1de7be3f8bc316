/** Changes of a product `p` as its row shows them: how many are under way, and the words of the last refusal. */
export const changesOf = (owner: string): string => `
  (select count(*)::int from listing_changes c where c.owner_id = ${owner} and c.product_id = p.id
    and c.state in ('queued', 'running')) as pending,
  (select coalesce(c.error_message, c.error) from listing_changes c where c.owner_id = ${owner} and c.product_id = p.id
    and c.state = 'failed' and not c.is_answered order by c.id desc limit 1) as change_refusal`
