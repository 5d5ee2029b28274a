import './reset.css';

// The first import is asynchronous, so that the shared React is settled before anybody asks for it.
void import('#standalone');
