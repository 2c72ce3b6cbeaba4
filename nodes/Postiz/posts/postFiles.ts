/** Lists the files of a post: first from its parts, then from its settings. */
export const listPostFiles = <File>({
	parts,
	settingFiles,
}: {
	parts: Array<{ files: File[] }>;
	settingFiles: Record<string, File>;
}): File[] => [...parts.flatMap(({ files }) => files), ...Object.values(settingFiles)];
