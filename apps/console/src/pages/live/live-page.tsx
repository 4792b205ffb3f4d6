export default function LivePage() {
  return <h1>Live</h1>
}
