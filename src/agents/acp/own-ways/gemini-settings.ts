/** What Gemini CLI and Qwen Code, which grew out of it, both want in their settings file. */

/** No search of the workspace before the prompt, no question about trust, no traffic but to the model. */
export function geminiSettings(authType: string): Record<string, unknown> {
  return {
    security: { auth: { selectedType: authType }, folderTrust: { enabled: false } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    context: { discoveryMaxDirs: 0, memoryBoundaryMarkers: [] },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  };
}
