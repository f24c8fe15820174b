// A small lock: this value is exact.
export function Lock() {
  return (
    <svg class="lock" viewBox="0 0 10 12" aria-hidden="true">
      <path d="M2.6 5V3.6a2.4 2.4 0 0 1 4.8 0V5" fill="none" stroke="currentColor" stroke-width="1.4" />
      <rect x="1" y="5" width="8" height="6" rx="1.4" fill="currentColor" />
    </svg>
  );
}
