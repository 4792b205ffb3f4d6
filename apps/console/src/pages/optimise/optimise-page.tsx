export default function OptimisePage() {
  return <h1>Optimise</h1>
}
