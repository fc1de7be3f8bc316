export function ChannelsPage() {
  return <p>ChannelsPage</p>
}
