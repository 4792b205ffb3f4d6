export default function NearbyPage() {
  return <h1>Nearby</h1>
}
