/** Lists the files of a post: first those of its parts, then those of its settings. */
export const listPostFiles = <File>({
	parts,
	settingFiles,
}: {
	parts: Array<{ files: File[] }>;
	settingFiles: Record<string, File>;
}): File[] => [...parts.flatMap(({ files }) => files), ...Object.values(settingFiles)];
