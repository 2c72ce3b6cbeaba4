import { parseSettings } from '../../calendar/row';
import type { WholePost } from '../../calendar/whole';
import { findProvider, providerName } from '../../providers';
import type { Draft } from './create/types';

/**
 * A post that exists, as it would be sent; without its files and later parts if the instance shows no
 * preview of it.
 */
export function toWholeDraft({ row, parts }: WholePost): Draft {
	const { id = '', name = '', providerIdentifier: identifier = '' } = row.integration ?? {};
	const settings = parts[0]?.settings ?? parseSettings(row.settings);
	return {
		target: {
			id,
			name,
			identifier,
			provider: findProvider(identifier),
			label: `The post (${providerName(identifier)}, ${name})`,
			isDetected: false,
		},
		settings: { ...settings, __type: identifier },
		settingFiles: {},
		parts:
			parts.length === 0
				? [{ content: row.content ?? '', files: [] }]
				: parts.map(({ content, image, delay }) => ({
						content,
						files: image,
						...(delay > 0 && { delay }),
					})),
	};
}
