import type { IDataObject } from 'n8n-workflow';

import { checkPost } from '../../../nodes/Postiz/channels/checkPost';
import type { Provider } from '../../../nodes/Postiz/providers/types';

/** What a person sees of settings that are sent, without the label of the channel. */
export function problemsOf(provider: Provider, settings: IDataObject, isInForm = false): string[] {
	const item = {
		integration: { id: 'channel' },
		value: [{ content: 'Fresh beans', image: [] }],
		settings: { ...settings, __type: provider.identifier },
	};
	const target = {
		id: 'channel',
		label: 'Channel',
		name: 'Acme Coffee',
		identifier: provider.identifier,
		provider,
		isDetected: false,
		isInForm,
	};
	return checkPost(item, target, 'draft').map(({ message }) => message.replace('Channel: ', ''));
}
