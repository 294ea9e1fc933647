// filled by the folder's tests
