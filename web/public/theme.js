// The chosen theme before anything is drawn; without it a dark page would begin with a light flash.
// The choices are kept by src/app/settings.ts.
try {
  const { theme } = JSON.parse(localStorage.getItem("turnstone.settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // The page follows the system.
}
