import type { IDataObject } from 'n8n-workflow';

import { checkPost } from '../../../nodes/Postiz/publishing/check/checkPost';
import type { Provider } from '../../../nodes/Postiz/providers/types';

/** What a person sees of settings that are sent, without the label of the channel. */
export function problemsOf(provider: Provider, settings: IDataObject, isInForm = false): string[] {
	const target = {
		id: 'channel',
		label: 'Channel',
		name: 'Acme Coffee',
		identifier: provider.identifier,
		provider,
		isDetected: false,
		isInForm,
	};
	const parts = [{ content: 'Fresh beans', files: [] }];
	return checkPost({ target, parts, settings, settingFiles: {} }, { isDraft: true }).map(
		({ message }) => message.replace('Channel: ', ''),
	);
}
