import { hostileSheet } from '../src/hostile-sheet.ts';
import { mountReact } from '../src/mount-react.tsx';
import { Catalogue } from './catalogue.tsx';

const query = new URLSearchParams(location.search);
document.documentElement.dataset['newsstandTheme'] = query.get('theme') ?? 'light';

if (query.has('hostile')) {
  const style = document.createElement('style');
  style.textContent = hostileSheet;
  document.head.prepend(style);
}

const element = document.getElementById('root');
if (element) mountReact(element, { widget: 'mailing-list.form', setState: (state) => (element.dataset['state'] = state) }, <Catalogue />);
