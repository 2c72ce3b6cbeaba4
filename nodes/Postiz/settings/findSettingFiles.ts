import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { unwrapLocator } from '../common/value';
import { type FileSource, getOnlyFileOrThrow, parseFileSources } from '../media/fileSource';
import { requireFiles } from '../media/itemFiles';
import type { Network } from '../networks/networkTypes';
import { getEnteredValue } from './buildSettings';

/**
 * Finds the files of settings that `jsonSettings` don't override, by name. Throws {@link Problem} that names `label`.
 */
export function findSettingFiles(
	network: Network | undefined,
	formSettings: IDataObject,
	{
		jsonSettings = {},
		label,
		binary,
	}: { jsonSettings?: IDataObject; label: string; binary: IBinaryKeyData },
): Record<string, FileSource> {
	const fields = (network?.fields ?? []).filter(
		({ isFile, name }) => isFile && jsonSettings[name] === undefined,
	);
	const entries = fields.flatMap((field) => {
		const fieldLabel = `${label}: ${field.displayName}`;
		const requireNamed = (name: string) => requireFiles(name, binary, fieldLabel);
		const file = getOnlyFileOrThrow(
			parseFileSources(
				unwrapLocator(getEnteredValue(field, formSettings)),
				fieldLabel,
				requireNamed,
			),
			fieldLabel,
		);
		return file ? [[field.name, file] as const] : [];
	});
	return Object.fromEntries(entries);
}
