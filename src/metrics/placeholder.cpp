namespace gnac {}
