import { plannedReference } from '../media/plannedFile';
import { findProvider, providerName } from '../providers';
import type { PlannedPost } from '../publishing/types';
import { parseSettings } from './row';
import type { WholePost } from './whole';

/**
 * A post that exists as one that is about to be; without its files and later parts if the instance shows
 * no preview of it.
 */
export function toPlannedPost({ listed, parts }: WholePost): PlannedPost {
	const { id = '', name = '', providerIdentifier: identifier = '' } = listed.integration ?? {};
	return {
		target: {
			id,
			name,
			identifier,
			provider: findProvider(identifier),
			label: `The post (${providerName(identifier)}, ${name})`,
		},
		settings: parts[0]?.settings ?? parseSettings(listed.settings),
		settingFiles: {},
		parts:
			parts.length === 0
				? [{ content: listed.content ?? '', files: [] }]
				: parts.map(({ content, image, delay }) => ({
						content,
						files: image.map(plannedReference),
						...(delay > 0 && { delay }),
					})),
	};
}
